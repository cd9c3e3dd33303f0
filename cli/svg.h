// SPDX-License-Identifier: Apache-2.0
// Pictures as SVG.
#pragma once

#include <arcas/base/escapes.h>
#include <fmt/format.h>

#include <string>
#include <string_view>

namespace cli {

// `inside` on white.
inline std::string svg_picture(int width, int height, std::string_view inside) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{}</svg>\n",
      width, height, inside);
}

// anchor: start, middle or end. more: attributes, each behind a blank.
inline std::string svg_text(int x, int y, std::string_view anchor, std::string_view text,
                            std::string_view more = "") {
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                     arcas::detail::shown_in_xml(text));
}

}  // namespace cli
