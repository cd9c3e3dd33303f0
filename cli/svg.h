// SPDX-License-Identifier: Apache-2.0
// How is a picture written as SVG?
#pragma once

#include <arcas/base/escapes.h>
#include <fmt/format.h>

#include <string>
#include <string_view>

namespace cli {

// A picture with a white background; `inside` has its elements.
inline std::string svg_picture(int width, int height, std::string_view inside) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{}</svg>\n",
      width, height, inside);
}

// `anchor` is start, middle or end. `more` has further attributes, each with a blank before it.
inline std::string svg_text(int x, int y, std::string_view anchor, std::string_view text,
                            std::string_view more = "") {
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                     arcas::detail::shown_in_xml(text));
}

}  // namespace cli
