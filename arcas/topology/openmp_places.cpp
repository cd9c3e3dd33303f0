// SPDX-License-Identifier: Apache-2.0
#include <arcas/topology/openmp_places.h>

#include <dlfcn.h>

#include <algorithm>
#include <utility>

namespace arcas::inline v0::detail {

namespace {

template <class Function>
Function* loaded(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

}  // namespace

std::optional<openmp_places> places_of_openmp() {
  const auto places = loaded<int()>("omp_get_num_places");
  const auto own_place = loaded<int()>("omp_get_place_num");
  const auto size_of = loaded<int(int)>("omp_get_place_num_procs");
  const auto read = loaded<void(int, int*)>("omp_get_place_proc_ids");
  if (!places || !own_place || !size_of || !read) return std::nullopt;
  const int own = own_place();
  if (own < 0) return std::nullopt;
  openmp_places found;
  for (int place = 0; place < places(); ++place) {
    std::vector<int> numbers(static_cast<std::size_t>(size_of(place)));
    read(place, numbers.data());
    std::vector<unsigned> here(numbers.begin(), numbers.end());
    std::ranges::sort(here);
    found.all.insert(found.all.end(), here.begin(), here.end());
    if (place == own) found.own = std::move(here);
  }
  std::ranges::sort(found.all);
  found.all.erase(std::ranges::unique(found.all).begin(), found.all.end());
  return found;
}

}  // namespace arcas::inline v0::detail
