package pagemark.docs;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import pagemark.docs.BreakEven.Kind;

/// Draws which kind of index is the cheapest, by entries and writes a second. It has colours for
/// light and dark screens, and a ground of its own.
record BreakEvenPlot(BreakEven costs) {
  private static final int PANEL_WIDTH = 340;
  private static final int PANEL_HEIGHT = 270;
  private static final int TOP = 96;
  private static final int[] LEFT = {76, 470};
  private static final int STEP = 2;

  /// Powers of ten at the ends of the axes.
  private static final int LEAST_ENTRIES = 5;

  private static final int MOST_ENTRIES = 9;
  private static final int LEAST_WRITES = -2;
  private static final int MOST_WRITES = 3;
  private static final List<String> ENTRIES = List.of("100 k", "1 M", "10 M", "100 M", "1 G");
  private static final List<String> WRITES = List.of("0.01", "0.1", "1", "10", "100", "1,000");
  private static final String STYLE =
      """
      <style>
        text { font: 13px sans-serif; fill: #1f2328 }
        .title { font-weight: 600 }
        .ground { fill: #ffffff }
        .line { stroke: #1f2328; stroke-width: 1.5; fill: none }
        .database { stroke-dasharray: 6 4 }
        .grid { stroke: #1f2328; stroke-opacity: .18 }
        .dynamodb { fill: #9ec5f0 }
        .serverless { fill: #f7c28e }
        .nodes { fill: #a9d8a4 }
        @media (prefers-color-scheme: dark) {
          text { fill: #e6edf3 }
          .ground { fill: #0d1117 }
          .line, .grid { stroke: #e6edf3 }
          .dynamodb { fill: #1f4f86 }
          .serverless { fill: #86501c }
          .nodes { fill: #2f6a35 }
        }
      </style>
      """;

  String svg() {
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 830 430" width="830" height="430" role="img">
        <title>The cheapest kind of index a month, by entries and writes a second</title>
        """);
    svg.append(STYLE).append("<rect class=\"ground\" width=\"830\" height=\"430\"/>\n");
    legend(svg);
    panel(svg, LEFT[0], "inserted in time order, 10 a batch", "append-10-uuid");
    panel(svg, LEFT[1], "moved anywhere, one a batch", "move-1-uuid");
    text(svg, 18, TOP - 12, "start", "writes a second");
    return svg.append("</svg>\n").toString();
  }

  private static void legend(StringBuilder svg) {
    int x = LEFT[0];
    for (Kind kind : Kind.values()) {
      svg.append(
          "<rect class=\"%s\" x=\"%d\" y=\"14\" width=\"14\" height=\"14\"/>%n"
              .formatted(name(kind), x));
      text(svg, x + 20, 26, "start", kind.text);
      x += 40 + 7 * kind.text.length();
    }
    path(svg, "line database", "M%d 21h34".formatted(x));
    text(svg, x + 40, 26, "start", "above: PostgreSQL of its own costs less");
  }

  private void panel(StringBuilder svg, int left, String title, String units) {
    text(svg, left + PANEL_WIDTH / 2, TOP - 34, "middle", title, "title");
    areas(left, units).forEach((kind, area) -> path(svg, name(kind), area));
    axes(svg, left);
    path(svg, "line database", database(left, units));
    path(
        svg,
        "line",
        "M%d %dh%dv%dh-%dz".formatted(left, TOP, PANEL_WIDTH, PANEL_HEIGHT, PANEL_WIDTH));
  }

  private static void axes(StringBuilder svg, int left) {
    int bottom = TOP + PANEL_HEIGHT;
    for (int i = 0; i < ENTRIES.size(); i++) {
      int x = left + PANEL_WIDTH * i / (ENTRIES.size() - 1);
      path(svg, "grid", "M%d %dv%d".formatted(x, TOP, PANEL_HEIGHT));
      text(svg, x, bottom + 18, "middle", ENTRIES.get(i));
    }
    for (int i = 0; i < WRITES.size(); i++) {
      int y = bottom - PANEL_HEIGHT * i / (WRITES.size() - 1);
      path(svg, "grid", "M%d %dh%d".formatted(left, y, PANEL_WIDTH));
      text(svg, left - 6, y + 4, "end", WRITES.get(i));
    }
    text(svg, left + PANEL_WIDTH / 2, bottom + 40, "middle", "entries");
  }

  /// Columns of rectangles, by kind.
  private Map<Kind, String> areas(int left, String units) {
    Map<Kind, String> areas = new EnumMap<>(Kind.class);
    for (int x = 0; x < PANEL_WIDTH; x += STEP) {
      int from = 0;
      for (int y = STEP; y <= PANEL_HEIGHT; y += STEP) {
        Kind kind = cheapest(x, from, units);
        if (y == PANEL_HEIGHT || cheapest(x, y, units) != kind) {
          String rectangle =
              "M%d %dh%dv%dh-%dz".formatted(left + x, TOP + from, STEP, y - from, STEP);
          areas.merge(kind, rectangle, String::concat);
          from = y;
        }
      }
    }
    return areas;
  }

  private Kind cheapest(int x, int y, String units) {
    return costs.cheapest(entries(x), writes(y), units);
  }

  /// Where the cheapest kind costs as much as a database.
  private String database(int left, String units) {
    List<String> points = new ArrayList<>();
    for (int x = 0; x < PANEL_WIDTH; x += STEP) {
      int y = PANEL_HEIGHT;
      while (y > 0 && !isDearer(x, y, units)) {
        y -= STEP;
      }
      points.add("%d %d".formatted(left + x, TOP + y));
    }
    return "M" + String.join("L", points);
  }

  private boolean isDearer(int x, int y, String units) {
    Kind kind = cheapest(x, y, units);
    return costs.month(kind, entries(x), writes(y), units) > costs.database(entries(x));
  }

  private static double entries(int x) {
    return Math.pow(10, LEAST_ENTRIES + (double) (MOST_ENTRIES - LEAST_ENTRIES) * x / PANEL_WIDTH);
  }

  private static double writes(int y) {
    return Math.pow(10, MOST_WRITES - (double) (MOST_WRITES - LEAST_WRITES) * y / PANEL_HEIGHT);
  }

  private static String name(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private static void path(StringBuilder svg, String style, String path) {
    svg.append("<path class=\"%s\" d=\"%s\"/>%n".formatted(style, path));
  }

  private static void text(StringBuilder svg, int x, int y, String anchor, String text) {
    text(svg, x, y, anchor, text, "plain");
  }

  private static void text(
      StringBuilder svg, int x, int y, String anchor, String text, String style) {
    svg.append(
        "<text class=\"%s\" x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>%n"
            .formatted(style, x, y, anchor, text));
  }
}
