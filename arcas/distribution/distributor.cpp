// SPDX-License-Identifier: Apache-2.0
#include <arcas/distribution/distributor.h>

#include <arcas/topology/topology.h>

#include <algorithm>
#include <stdexcept>

namespace arcas {
namespace {

[[noreturn]] void refuse(std::string_view name, const std::string& why) {
  throw std::invalid_argument(
      "\"" + std::string(name) + "\" is no distributor: " + why +
      "; write auto, static, biased, shared, striped:PLACE, combine:PLACE or async:PLACE, "
      "combiners before "
      "what "
      "they draw from, as in async:core/combine:package/striped:package, with PLACE one of "
      "package, "
      "numa, cache, core, thread");
}

place_kind place_in(std::string_view name, std::string_view place) {
  for (const place_kind kind : {place_kind::package, place_kind::numa_node, place_kind::cache_group,
                                place_kind::core, place_kind::thread}) {
    if (place == name_of(kind)) return kind;
  }
  refuse(name, "\"" + std::string(place) + "\" is no place");
}

}  // namespace

void distributor::refuse_layer() {
  throw std::length_error("a distributor has at most three combiners one above the other");
}

void distributor::refuse_claimless() {
  throw std::invalid_argument(
      "no combiner stands over a biased distributor or over locality queues: they have no claims "
      "to combine");
}

distributor::distributor(std::string_view name) {
  if (name == "auto") return;
  automatic_ = false;
  biased_ = name == "biased";
  fixed_ = name == "static";
  if (biased_ || fixed_) return;
  bool counted = false;
  for (std::string_view rest = name; !counted;) {
    const auto slash = rest.find('/');
    const std::string_view part = rest.substr(0, slash);
    const auto colon = part.find(':');
    const std::string_view verb = part.substr(0, colon);
    const std::string_view where = colon == part.npos ? "" : part.substr(colon + 1);
    if (part == "shared") {
      counted = true;
    } else if (verb == "striped") {
      counters_ = place_in(name, where);
      counted = true;
    } else if (verb == "combine" || verb == "async") {
      if (depth_ == most_layers)
        refuse(name, "more than three combiners stand one above the other");
      const place_kind place = place_in(name, where);
      if (depth_ != 0 && place >= layers_[depth_ - 1].place) {
        refuse(name, "a combiner draws from one of a wider place");
      }
      layers_[depth_++] = {place, verb == "async"};
      if (slash == rest.npos) return;
    } else if (part == "locality") {
      refuse(name,
             "it must know where iterations are at home: a loop is given it in the program, "
             "as {.distributor = arcas::locality(home)}");
    } else if (part == "biased" || part == "static") {
      refuse(name, std::string(part) + " stands alone");
    } else {
      refuse(name, "\"" + std::string(part) + "\" is unknown");
    }
    if (counted && slash != rest.npos) refuse(name, "nothing can follow the counters");
    rest = slash == rest.npos ? std::string_view() : rest.substr(slash + 1);
  }
}

std::string distributor::name() const {
  if (automatic_) return "auto";
  if (biased_) return "biased";
  if (fixed_) return "static";
  if (local_) {
    return "locality:" + std::string(name_of(counters_)) +
           (mode_ == locality_mode::strict ? " (strict)" : "");
  }
  std::string text;
  for (std::size_t i = 0; i < depth_; ++i) {
    text += layers_[i].asynchronous ? "async:" : "combine:";
    text += name_of(layers_[i].place);
    text += '/';
  }
  if (counters_ == place_kind::machine) return text + "shared";
  return text + "striped:" + std::string(name_of(counters_));
}

distributor automatic_distributor(const topology& machine, bool plain_claims) {
  if (plain_claims) return distributor::biased();
  unsigned threads = 1;
  for (const place& core : machine.places(place_kind::core))
    threads = std::max(threads, core.thread_count);
  return threads <= 2 ? distributor::striped(place_kind::thread) : distributor("async:core");
}

}  // namespace arcas
