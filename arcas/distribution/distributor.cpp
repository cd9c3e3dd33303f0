// SPDX-License-Identifier: Apache-2.0
#include <arcas/distribution/distributor.h>

#include <stdexcept>

namespace arcas::inline v0 {
namespace {

[[noreturn]] void refuse(std::string_view name, const std::string& why) {
  throw std::invalid_argument(
      "\"" + std::string(name) + "\" is not a distributor: " + why +
      "; it must be auto, static, biased, shared, striped:PLACE, combine:PLACE or async:PLACE, "
      "combiners first, as in async:core/combine:package/striped:package; PLACE is package, numa, "
      "cache, l2, core or thread");
}

place_kind place_in(std::string_view name, std::string_view place) {
  for (const place_kind kind : {place_kind::package, place_kind::numa_node, place_kind::cache_group,
                                place_kind::l2_group, place_kind::core, place_kind::thread}) {
    if (place == name_of(kind)) return kind;
  }
  refuse(name, "\"" + std::string(place) + "\" is not a place");
}

}  // namespace

distributor::distributor(std::string_view name) {
  if (name == "auto") return;
  if (name == "biased" || name == "static") {
    kind_ = name == "biased" ? distribution::biased : distribution::fixed;
    return;
  }
  kind_ = distribution::striped;
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
      if (depth_ == most_layers) refuse(name, "it has more than three combiners");
      const place_kind place = place_in(name, where);
      if (depth_ != 0 && place >= layers_[depth_ - 1].place) {
        refuse(name, "the place of each combiner must be wider than that of the one before it");
      }
      layers_[depth_++] = {place, verb == "async"};
      kind_ = distribution::combined;
      if (slash == rest.npos) return;
    } else if (part == "locality") {
      refuse(name,
             "the homes of iterations can only be given in a C++ program, by {.distributor = "
             "arcas::locality(home)}");
    } else if (part == "biased" || part == "static") {
      refuse(name, std::string(part) + " must stand alone");
    } else {
      const std::string_view schedule = part.substr(0, part.find_first_of(",:"));
      const bool of_openmp = schedule == "dynamic" || schedule == "guided";
      refuse(name,
             "\"" + std::string(part) + "\" is unknown" +
                 (of_openmp ? "; in place of OpenMP's dynamic and guided use the default, auto, "
                              "or shared with a grain"
                            : ""));
    }
    if (counted && slash != rest.npos)
      refuse(name, "nothing may follow the counters (shared or striped)");
    rest = slash == rest.npos ? std::string_view() : rest.substr(slash + 1);
  }
}

std::string distributor::name() const {
  if (kind_ == distribution::automatic) return "auto";
  if (kind_ == distribution::biased) return "biased";
  if (kind_ == distribution::fixed) return "static";
  if (kind_ == distribution::local) {
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

}  // namespace arcas::inline v0
