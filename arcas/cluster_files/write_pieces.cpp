// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/whole_file.h>
#include <arcas/cluster_files/file_pieces.h>
#include <arcas/graph/output_file.h>
#include <arcas/graph/write_graph.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

namespace arcas::inline v0::cluster::detail {
namespace {

std::string sentence_of(const std::string& path, const std::string& what, int error) {
  return path + ": " + what + " (" + std::strerror(error) +
         "); check the folder, its permissions and the space left";
}

[[noreturn]] void refuse_stream(const std::string& path) {
  throw graph::output_error(
      path + ": only one process can write to it, but all ranks have to; name a file");
}

// Opening a pipe would wait for a reader.
const std::string& no_stream(const std::string& path) {
  if (!has_pieces(path)) refuse_stream(path);
  return path;
}

}  // namespace

bool has_pieces(const std::string& path) {
  struct stat status;
  return stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
}

output_part::~output_part() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::string output_part::refusal(const char* what, int error) const {
  return sentence_of(path_, "rank " + std::to_string(self()) + " " + what, error);
}

std::string output_part::open(const std::string& path, const std::string& place) {
  path_ = path;
  descriptor_ = ::open(place.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor_ >= 0) return {};
  return path_ + ": rank " + std::to_string(self()) + " cannot open " + place + " (" +
         std::strerror(errno) + "); name a file in a folder that all hosts share";
}

std::string output_part::write(std::uint64_t at, std::string_view bytes) {
  const char* from = bytes.data();
  std::size_t left = bytes.size();
  while (left != 0) {
    const ssize_t written = pwrite(descriptor_, from, left, static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return refusal("cannot write it", errno);
    from += written;
    at += static_cast<std::uint64_t>(written);
    left -= static_cast<std::size_t>(written);
  }
  return {};
}

std::string output_part::close() {
  const int descriptor = std::exchange(descriptor_, -1);
  if (descriptor < 0 || ::close(descriptor) == 0) return {};
  return refusal("cannot write it", errno);
}

void output_part::set_position(std::uint64_t at) {
  position_ = at;
  if (waiter_) wake(std::exchange(waiter_, nullptr));
}

std::uint64_t output_part::wait_for_position() {
  while (!position_) {
    waiter_ = current_task();
    suspend();
  }
  return *std::exchange(position_, std::nullopt);
}

class shared_output::file : public arcas::detail::whole_file {
 public:
  explicit file(const std::string& path)
      : whole_file(no_stream(path), arcas::detail::until_whole::beside), path_(path) {
    struct stat status;
    if (stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) {
      throw graph::output_error(path + ": is a directory; name a file in it");
    }
    if (error() != 0) throw graph::output_error(sentence_of(path, "cannot be made", error()));
    if (!appears_when_whole()) refuse_stream(path);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

shared_output::shared_output(const std::string& path) : file_(std::make_unique<file>(path)) {
  parts_ = output_parts::make();
  std::vector<future<std::string>> opened;
  for (rank_id r = 0; r < ranks(); ++r) {
    opened.push_back(future_call(
        r,
        [parts = parts_](const std::string& name, const std::string& place) {
          return parts.local().open(name, place);
        },
        path, file_->place()));
  }
  output_fault fault;
  for (rank_id r = 0; r < ranks(); ++r) {
    const std::string wrong = opened[r].get();
    if (!wrong.empty()) fault.take(r, wrong, false);
  }
  if (fault.sentence.empty()) return;
  parts_.end();
  throw graph::output_error(fault.sentence);
}

shared_output::~shared_output() = default;

void shared_output::finish(const output_fault& found) {
  output_fault fault = found;
  std::vector<future<std::string>> closed;
  for (rank_id r = 0; r < ranks(); ++r) {
    closed.push_back(future_call(r, [parts = parts_] { return parts.local().close(); }));
  }
  for (rank_id r = 0; r < ranks(); ++r) {
    const std::string wrong = closed[r].get();
    if (!wrong.empty() && fault.sentence.empty()) fault.take(r, wrong, false);
  }
  parts_.end();
  const std::string path = file_->path();
  if (fault.sentence.empty()) {
    const int error = file_->finish();
    if (error != 0) fault.take(0, sentence_of(path, "cannot be written", error), false);
  }
  file_.reset();
  if (fault.sentence.empty()) return;
  if (fault.is_of_maker) throw std::runtime_error(fault.sentence);
  throw graph::output_error(fault.sentence);
}

std::optional<std::string> packed_piece(const std::string& path, std::string_view bytes) {
  return graph::detail::packed_for(path, bytes);
}

}  // namespace arcas::inline v0::cluster::detail
