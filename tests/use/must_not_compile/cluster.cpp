// SPDX-License-Identifier: Apache-2.0
// The memory of a cluster.
#include <arcas/cluster.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace {

using namespace arcas::cluster;

struct name {
  char letters[32];
};
void twice(int) {}

}  // namespace

void works(int argc, char** argv, global_array<long> a) {
  run(argc, argv, [] {});
  on_all_ranks([] { self(); });
  call(1, [](int x) { return x; }, 5);
  call(1, [](const std::string& x) { return x.size(); }, std::string("a"));
  spawn_on(1, [](int) {}, 5);
  forall(0, 10, [](int) {});
  forall(0, 10, [](int, int) {});
  forall(a, [](std::uint64_t, long& x) { x = 0; });
  forall(a, [](std::uint64_t, std::span<long> xs) { xs[0] = 0; });
  forall_anywhere(0, 10, [](int) {});
  allreduce(1L, std::plus<>());
  allreduce(std::vector<long>{1}, std::plus<>());
  const long x = read(a[3]);
  write(a[3], x);
  async_add(a[3], 1);
  auto m = hash_map<std::string, long>::make();
  m.insert("a", 1);
}

// A program's own functions beside a using-directive for Arcas.
int run(const std::string& command);

void works_beside() {
  using namespace arcas::cluster;
  run("ls");
}

// says: an element of the global memory may be on another rank: write(a[i], x) in place of a[i]
void assigned_element(global_array<long> a) {
#ifdef WRONG
  a[3] = 5;
#else
  write(a[3], 5);
  global_ptr<long> p;
  p = a[4];
  p = {};
#endif
}

// says: an element of the global memory may be on another rank: write(a[i], x) in place of a[i]
void copied_element(global_array<long> a) {
#ifdef WRONG
  a[3] = a[4];
#else
  write(a[3], read(a[4]));
#endif
}

// says: async_add(a[i], x) or fetch_add(a[i], x) in place of a[i] += x
void increased_element(global_array<long> a) {
#ifdef WRONG
  a[3] += 5;
#else
  async_add(a[3], 5);
  global_ptr<long> p = a[4];
  p += 5;
#endif
}

// says: write(a[i], read(a[j]))
void read_element(global_array<long> a) {
#ifdef WRONG
  write(a[3], a[4]);
#else
  write(a[3], read(a[4]));
#endif
}

// says: the body of a loop over a global array takes the index and the element
// says: a body of the element alone, f(T& x), must take the index as well
void body_of_element(global_array<long> a) {
#ifdef WRONG
  forall(a, [](long& x) { x = 0; });
#else
  forall(a, [](std::uint64_t, long& x) { x = 0; });
#endif
}

// says: the body of a loop over a range takes the index, f(i), or the two ends of a chunk
void body_of_three() {
#ifdef WRONG
  forall(0, 10, [](int, int, int) {});
#else
  forall(0, 10, [](int, int) {});
#endif
}

// says: forall(first, last, f)
void loop_without_first() {
#ifdef WRONG
  forall(10, [](int) {});
#else
  forall(0, 10, [](int) {});
#endif
}

// says: forall(first, last, f)
void loop_over_vector(std::vector<long>& v) {
#ifdef WRONG
  forall(v, [](std::uint64_t, long&) {});
#else
  v.clear();
#endif
}

// says: a function for another rank must not capture by reference
void body_by_reference(long& sum) {
#ifdef WRONG
  forall(0, 10, [&](int i) { sum += i; });
#else
  sum = 0;
#endif
}

// says: a function for another rank is copied byte for byte
void captured_text(const std::string& text) {
#ifdef WRONG
  call(1, [text] { return text.size(); });
#else
  call(1, [](const std::string& t) { return t.size(); }, text);
#endif
}

// says: a function's address differs between ranks
void function_pointer() {
#ifdef WRONG
  call(1, &twice, 5);
#else
  call(1, [](int i) { twice(i); }, 5);
#endif
}

// says: the operation of a collective runs on all ranks and must not capture anything
void capturing_fold(long least) {
#ifdef WRONG
  allreduce(std::vector<long>{least}, [least](long a, long b) { return a < least ? b : a; });
#else
  allreduce(std::vector<long>{least}, [](long a, long b) { return a < b ? b : a; });
#endif
}

// says: the operation of a collective takes two values, or two elements if the value
void fold_of_pairs(const std::vector<std::string>& names) {
#ifdef WRONG
  allreduce(names, [](const std::vector<std::string>& a, int) { return a; });
#else
  allreduce(names, std::plus<>{});
#endif
}

// says: run(argc, argv, [] { ... })
void run_without_arguments() {
#ifdef WRONG
  run([] {});
#endif
}

// says: run(argc, argv, [] { ... })
void run_without_body(int argc, char** argv) {
#ifdef WRONG
  run(argc, argv);
#else
  run(argc, argv, [] {});
#endif
}

// says: it may not own memory or refer to it
void pointer_elements() {
#ifdef WRONG
  global_malloc<int*>(10);
#else
  global_malloc<global_ptr<int> >(10);
#endif
}

// says: an element of the global memory is copied between ranks byte for byte
// says: keep these in a hash_map, a bag or a distributed object
void string_elements() {
#ifdef WRONG
  global_array<std::string>::make(10);
#else
  global_array<name>::make(10);
#endif
}

// says: global_array<T>::make(n)
void array_of_size() {
#ifdef WRONG
  global_array<long>(10).size();
#else
  global_array<long>::make(10).size();
#endif
}

// says: an item of a queue is copied between ranks byte for byte
void queue_of_strings() {
#ifdef WRONG
  global_queue<std::string>::make();
#else
  global_queue<long>::make().push(1);
#endif
}

// says: an element of a global_vector is copied between ranks byte for byte
void vector_of_strings() {
#ifdef WRONG
  global_vector<std::string>::make();
#else
  global_vector<long>::make().push_back(1);
#endif
}
