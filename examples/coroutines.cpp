// SPDX-License-Identifier: Apache-2.0
#include <arcas/tasks/coroutine.h>

#include <condition_variable>
#include <coroutine>
#include <mutex>
#include <queue>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

struct node {
  long value;
  std::vector<node> children;
};

arcas::task<long> sum(const node& n) {
  std::vector<arcas::task<long>> parts;
  for (const node& child : n.children) parts.push_back(sum(child));
  co_await arcas::when_all(parts);
  long total = n.value;
  for (auto& part : parts) total += co_await part;
  co_return total;
}

// Stands for a library with a thread that waits for files, sockets and timers.
class reader {
 public:
  // co_await r.read("…") suspends the coroutine until the text is there.
  auto read(std::string name) {
    struct awaiter {
      reader& by;
      std::string text;
      bool await_ready() const { return false; }
      void await_suspend(std::coroutine_handle<> waiting) { by.add({&text, waiting}); }
      std::string await_resume() { return std::move(text); }
    };
    return awaiter{*this, std::move(name)};
  }

 private:
  struct request {
    std::string* text;
    std::coroutine_handle<> waiting;
  };

  void add(request r) {
    const std::lock_guard lock(mutex_);
    requests_.push(r);
    changed_.notify_one();
  }
  void run(const std::stop_token& end) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, end, [&] { return !requests_.empty(); })) {
      const request r = requests_.front();
      requests_.pop();
      lock.unlock();
      *r.text = "contents of " + *r.text;
      r.waiting.resume();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::queue<request> requests_;
  std::jthread thread_{[this](const std::stop_token& end) { run(end); }};
};

arcas::task<> process(reader& files, std::string name, std::size_t& size) {
  const std::string text = co_await files.read(name);  // no worker waits
  co_await arcas::schedule();                          // from the reader's thread to a worker
  size = text.size();
}

int main() {
  node root{1, {}};
  for (int i = 0; i < 100; ++i) root.children.push_back({2, std::vector<node>(10, node{3, {}})});
  const long total = arcas::sync_wait(sum(root));

  reader files;
  std::size_t first = 0, second = 0;
  arcas::task_group group;
  group.run(process(files, "a.txt", first));
  group.run(process(files, "long.txt", second));
  group.wait();
  return total == 1 + 200 + 3'000 && first == 17 && second == 20 ? 0 : 1;
}
