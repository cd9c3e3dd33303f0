// SPDX-License-Identifier: Apache-2.0
// The stack switch for all processors that Boost.Context supports.
#pragma once

#include <boost/context/detail/fcontext.hpp>

#include <cstddef>

namespace arcas::inline v0::cluster::detail {

class boost_switch {
 public:
  void prepare(std::byte* top, std::size_t bytes, void (*entry)(void*), void* argument) {
    entry_ = entry;
    argument_ = argument;
    left_ = boost::context::detail::make_fcontext(top, bytes, &begin);
  }
  // The jump passes the pointer to `from` along. It tells the code on the new stack where to record
  // the stack that is left.
  static void swap(boost_switch& from, boost_switch& to) {
    from.next_ = &to;
    note(boost::context::detail::jump_fcontext(to.left_, &from));
  }

 private:
  static void note(boost::context::detail::transfer_t came) {
    static_cast<boost_switch*>(came.data)->left_ = came.fctx;
  }
  static void begin(boost::context::detail::transfer_t came) {
    note(came);
    boost_switch* const self = static_cast<boost_switch*>(came.data)->next_;
    self->entry_(self->argument_);
  }

  boost::context::detail::fcontext_t left_ = nullptr;
  boost_switch* next_ = nullptr;
  void (*entry_)(void*) = nullptr;
  void* argument_ = nullptr;
};

#if !defined(__x86_64__)
using stack_switch = boost_switch;
#endif

}  // namespace arcas::inline v0::cluster::detail
