// SPDX-License-Identifier: Apache-2.0
#include "mutants.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <map>
#include <regex>
#include <string>
#include <string_view>

namespace arcas::sim {
namespace {

// The orders that are one step weaker; acq_rel has two, acquire and release. These orders are
// tried, not used in accesses, so they have no partner.
std::vector<std::memory_order> weaker_than(std::memory_order order, action what) {
  constexpr auto relaxed = std::memory_order_relaxed;  // tried, see above: no partner
  constexpr auto acquire = std::memory_order_acquire;  // tried, see above: no partner
  constexpr auto release = std::memory_order_release;  // tried, see above: no partner
  constexpr auto both = std::memory_order_acq_rel;     // tried, see above: no partner
  if (is_seq_cst(order)) {
    if (what == action::load) return {acquire};
    if (what == action::store) return {release};
    if (what == action::light || what == action::heavy) return {relaxed};
    return {both};
  }
  if (order == both) return {acquire, release};
  if (order == acquire || order == release) return {relaxed};
  return {};
}

std::string relative(std::string_view file, const std::string& root) {
  if (file.starts_with(root + "/")) file.remove_prefix(root.size() + 1);
  while (file.starts_with("../")) file.remove_prefix(3);  // ccache with CCACHE_BASEDIR
  return std::string(file);
}

}  // namespace

std::string mutant::what() const {
  if (torn) return "torn";
  return std::string(name_of(at.order)) + (at.on_failure ? " on failure" : "") + " -> " +
         std::string(name_of(weaker));
}

std::string mutant::statement() const {
  return source_line(at.at);
}

std::vector<mutant> mutants_of(std::span<const check> checks, const std::string& root) {
  std::vector<mutant> all;
  std::map<const check*, std::uint64_t> cost;
  for (const check& c : checks) {
    orders met;
    met.remember();
    exploration how = c.bounds;
    how.with_orders = &met;
    how.most_executions = 20'000;  // enough to visit every order; orders_never_met() reports others
    cost[&c] = explore(how, c.body).steps;
    for (const order_at& o : met.met()) {
      const std::string header = relative(o.at.file, root);
      if (!header.starts_with("arcas/")) continue;
      if (o.what == action::heavy_done) continue;  // weakened with its heavy fence
      const auto met_here = [&](const mutant& wanted) {
        const auto same = std::find_if(all.begin(), all.end(), [&](const mutant& m) {
          return m.at.same_place(o) && m.weaker == wanted.weaker && m.torn == wanted.torn;
        });
        (same != all.end() ? *same : all.emplace_back(wanted)).met_by.push_back(&c);
      };
      for (const std::memory_order w : weaker_than(o.order, o.what))
        met_here({o, w, false, header, {}});
      if ((o.what == action::modify || o.what == action::compare) && !o.on_failure)
        met_here({o, o.order, true, header, {}});
    }
  }
  for (mutant& m : all)
    std::ranges::stable_sort(m.met_by, {}, [&cost](const check* c) { return cost[c]; });
  std::sort(all.begin(), all.end(), [](const mutant& a, const mutant& b) {
    return std::tuple(a.header, a.at.at.line, a.at.at.column, a.what()) <
           std::tuple(b.header, b.at.at.line, b.at.at.column, b.what());
  });
  return all;
}

namespace {

// The numbers of executions of a check in the first and in the second attempt. Most failures are
// found in the first. Checks are explored completely only if none has failed in the first.
constexpr std::uint64_t depths[] = {2'000, std::numeric_limits<std::uint64_t>::max()};

std::optional<failure> found_by(const check& c, const mutant& m, std::uint64_t most_executions) {
  orders changed;
  m.torn ? changed.tear(m.at) : changed.weaken(m.at, m.weaker);
  exploration how = c.bounds;
  how.with_orders = &changed;
  how.most_executions = std::min(how.most_executions, most_executions);
  return explore(how, c.body).found;
}

}  // namespace

std::string killed_by(const mutant& m, std::set<const check*>& noticing) {
  for (const std::uint64_t most : depths) {
    for (const check* c : m.met_by) {
      const std::optional<failure> found = found_by(*c, m, most);
      if (!found) continue;
      noticing.insert(c);
      return std::string(c->name) + ": " + std::string(name_of(found->kind));
    }
  }
  return "";
}

const mutant* noticed_by(const check& c, std::span<const mutant> mutants) {
  for (const std::uint64_t most : depths) {
    for (const mutant& m : mutants) {
      const bool met = std::ranges::find(m.met_by, &c) != m.met_by.end();
      if (met && found_by(c, m, most)) return &m;
    }
  }
  return nullptr;
}

std::vector<std::string> orders_never_met(const std::string& root, const std::string& header,
                                          const std::vector<mutant>& mutants) {
  // An order is in one of the first `statement_lines` lines of its statement.
  constexpr unsigned statement_lines = 4;
  static const std::regex order(
      "memory_order_(acquire|release|acq_rel|seq_cst)|>::(free_)?(light|heavy)_fence");
  std::vector<std::string> unmet;
  std::ifstream in(root + "/" + header);
  unsigned number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::string code = line.substr(0, line.find("//"));
    std::smatch found;
    if (!std::regex_search(code, found, order)) continue;
    const bool met = std::any_of(mutants.begin(), mutants.end(), [&](const mutant& m) {
      return m.header == header && m.at.at.line <= number + 1 &&
             m.at.at.line + statement_lines > number;
    });
    if (!met) unmet.push_back(header + ":" + std::to_string(number) + " " + line);
  }
  return unmet;
}

}  // namespace arcas::sim
