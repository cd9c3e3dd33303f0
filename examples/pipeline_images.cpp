// SPDX-License-Identifier: Apache-2.0
// Smooths a stream of grey images (PGM, P5) and counts the images that are too dark. Several images
// are under way, and a loop runs over the rows of each.
#include <arcas/loops/parallel_for.h>
#include <arcas/tasks/pipeline.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>

struct image {
  int width = 0;
  int height = 0;
  std::string grey;  // one byte for each pixel

  int at(int x, int y) const {
    x = std::clamp(x, 0, width - 1);
    y = std::clamp(y, 0, height - 1);
    return static_cast<unsigned char>(grey[static_cast<std::size_t>(y * width + x)]);
  }
};

std::optional<image> next_image(std::istream& in) {
  std::string format;
  image made;
  int white = 0;
  if (!(in >> format)) return std::nullopt;
  if (!(in >> made.width >> made.height >> white) || format != "P5" || white != 255)
    throw std::runtime_error("not a PGM image with 256 shades of grey");
  in.get();
  made.grey.resize(static_cast<std::size_t>(made.width) * static_cast<std::size_t>(made.height));
  if (!in.read(made.grey.data(), static_cast<std::streamsize>(made.grey.size())))
    throw std::runtime_error("the last image is incomplete");
  return made;
}

void write_image(std::ostream& out, const image& i) {
  out << "P5\n" << i.width << ' ' << i.height << "\n255\n" << i.grey;
}

// Each pixel becomes the mean of the 3 x 3 pixels around it.
image smoothed(const image& from) {
  image to = from;
  arcas::parallel_for(0, from.height, [&](int y) {
    for (int x = 0; x < from.width; ++x) {
      int sum = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) sum += from.at(x + dx, y + dy);
      to.grey[static_cast<std::size_t>(y * from.width + x)] = static_cast<char>(sum / 9);
    }
  });
  return to;
}

bool is_dark(const image& i) {
  long sum = 0;
  for (const char c : i.grey) sum += static_cast<unsigned char>(c);
  return sum < 64 * static_cast<long>(i.grey.size());
}

// Returns the number of dark images.
int smooth(std::istream& in, std::ostream& out) {
  using namespace arcas;
  int dark = 0;
  pipeline(stage(serial_in_order, [&] { return next_image(in); }) | stage(parallel, smoothed) |
               stage(serial_out_of_order,
                     [&](image i) {
                       dark += is_dark(i);
                       return i;
                     }) |
               stage(serial_in_order, [&](const image& i) { write_image(out, i); }),
           {.tokens = 8});
  return dark;
}

int main() {
  std::ostringstream images, expected;
  int dark = 0;
  for (int n = 0; n < 40; ++n) {
    image made{200 + n, 100, std::string(static_cast<std::size_t>((200 + n) * 100), '\0')};
    for (std::size_t p = 0; p < made.grey.size(); ++p)
      made.grey[p] = static_cast<char>(4 * n + static_cast<int>(p * p % 64));
    write_image(images, made);
    const image one = smoothed(made);
    write_image(expected, one);
    dark += is_dark(one);
  }
  std::istringstream in(images.str());
  std::ostringstream out;
  return smooth(in, out) == dark && out.str() == expected.str() ? 0 : 1;
}
