// SPDX-License-Identifier: Apache-2.0
// Entry points of target constructs that may have the clauses nowait and depend. The system's
// libgomp executes the constructs, but does not get these clauses: with them it would create a task
// of its own, which no thread of this library runs. This library awaits the dependences itself. It
// ignores nowait, which permits asynchronous execution and does not require it.
#include <arcas/openmp/abi.h>
#include <arcas/openmp/pass_on.h>
#include <arcas/openmp/team.h>

namespace arcas::inline v0::detail::openmp {

namespace {

constexpr unsigned nowait_flag = 1U << 0;
constexpr unsigned task_depends = 1U << 3;  // a flag of GOMP_task

// Calls run() when the dependences are satisfied, as an undeferred task of this library.
template <class Run>
void run_with(void** depend, const Run& run) {
  if (!depend) return run();
  const Run* data = &run;
  GOMP_task([](void* of_task) { (**static_cast<const Run**>(of_task))(); }, &data, nullptr,
            sizeof(data), alignof(const Run*), false, task_depends, depend, 0, nullptr);
}

}  // namespace

extern "C" {

void GOMP_target_ext(int device, void (*body)(void*), std::size_t count, void** addresses,
                     std::size_t* sizes, unsigned short* kinds, unsigned flags, void** depend,
                     void** arguments) {
  static auto* const call = system_function<decltype(GOMP_target_ext)>("GOMP_target_ext");
  run_with(depend, [&] {
    // A teams construct in a target region on the host changes the ICVs of the task that runs it.
    task& here_now = *current().now;
    const task_settings before = here_now.icvs;
    call(device, body, count, addresses, sizes, kinds, flags & ~nowait_flag, nullptr, arguments);
    here_now.icvs = before;
  });
}

void GOMP_target_update_ext(int device, std::size_t count, void** addresses, std::size_t* sizes,
                            unsigned short* kinds, unsigned flags, void** depend) {
  static auto* const call =
      system_function<decltype(GOMP_target_update_ext)>("GOMP_target_update_ext");
  run_with(depend,
           [&] { call(device, count, addresses, sizes, kinds, flags & ~nowait_flag, nullptr); });
}

void GOMP_target_enter_exit_data(int device, std::size_t count, void** addresses,
                                 std::size_t* sizes, unsigned short* kinds, unsigned flags,
                                 void** depend) {
  static auto* const call =
      system_function<decltype(GOMP_target_enter_exit_data)>("GOMP_target_enter_exit_data");
  run_with(depend,
           [&] { call(device, count, addresses, sizes, kinds, flags & ~nowait_flag, nullptr); });
}

}  // extern "C"

}  // namespace arcas::inline v0::detail::openmp
