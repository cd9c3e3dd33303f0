#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A network between simulated hosts, for kernels without netem: passes Ethernet frames between interfaces, each after a
delay, and loses some of them.

  relay.py DELAY_IN_MS LOSS_IN_PERCENT INTERFACE...

It prints "ready" when it begins to pass frames, and runs until it is ended.
"""
import heapq
import itertools
import random
import select
import socket
import sys
import time

SOL_PACKET = 263
PACKET_VNET_HDR = 15  # frames keep their header, which names the work that is left to the sender's network card
HEADER = 10
ANY_PROTOCOL = 0x0003
BROADCAST = b'\xff' * 6
LONGEST = 1 << 17


def opened(interface):
    link = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ANY_PROTOCOL))
    link.setsockopt(SOL_PACKET, PACKET_VNET_HDR, 1)
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 24)
    link.bind((interface, ANY_PROTOCOL))
    link.setblocking(False)
    return link


class Relay:
    def __init__(self, delay, loss, interfaces):
        self.delay, self.loss = delay, loss
        self.links = [opened(name) for name in interfaces]
        self.home = {}  # address: link
        self.waiting = []  # (time, number, link, frame)
        self.numbers = itertools.count()
        self.draws = random.Random(1)

    def receive(self, link):
        while True:
            try:
                frame, address = link.recvfrom(LONGEST)
            except OSError:
                return
            if address[2] == socket.PACKET_OUTGOING:
                continue  # sent by this program
            to, source = frame[HEADER:HEADER + 6], frame[HEADER + 6:HEADER + 12]
            self.home[source] = link
            known = self.home.get(to)
            everywhere = to == BROADCAST or to[0] & 1 or known is None
            for other in self.links if everywhere else [known]:
                if other is link or self.draws.random() < self.loss:
                    continue
                heapq.heappush(self.waiting, (time.monotonic() + self.delay, next(self.numbers), other, frame))

    def send_due(self):
        while self.waiting and self.waiting[0][0] <= time.monotonic():
            _, _, link, frame = heapq.heappop(self.waiting)
            try:
                link.send(frame)
            except OSError:
                pass  # the host is cut off, or its queue is full: the frame is lost

    def run(self):
        while True:
            left = max(0, self.waiting[0][0] - time.monotonic()) if self.waiting else None
            readable, _, _ = select.select(self.links, [], [], left)
            for link in readable:
                self.receive(link)
            self.send_due()


if __name__ == '__main__':
    relay = Relay(float(sys.argv[1]) / 1000, float(sys.argv[2]) / 100, sys.argv[3:])
    print('ready', flush=True)
    relay.run()
