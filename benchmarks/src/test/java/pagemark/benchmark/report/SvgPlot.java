package pagemark.benchmark.report;

import static java.util.Locale.ROOT;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import pagemark.benchmark.measure.Numbers;
import pagemark.benchmark.result.Plot;
import pagemark.benchmark.result.Plot.Line;
import pagemark.benchmark.result.Plot.Point;

/// Draws a plot as SVG: two logarithmic axes with a line at each power of ten, a legend beside it.
/// The page's style sheet has the colours.
final class SvgPlot {
  private static final int WIDTH = 860;
  private static final int HEIGHT = 380;
  private static final int LEFT = 64;
  private static final int TOP = 16;
  private static final int RIGHT = 640;
  private static final int BOTTOM = 330;
  private static final int LEGEND = 660;
  private static final int LEGEND_LINE = 20;

  private final Plot plot;
  private final Axis across;
  private final Axis up;
  private final StringBuilder svg = new StringBuilder();

  private SvgPlot(Plot plot) {
    this.plot = plot;
    this.across = Axis.of(points().mapToDouble(Point::x), LEFT, RIGHT);
    this.up = Axis.of(points().mapToDouble(Point::y), BOTTOM, TOP);
  }

  static String of(Plot plot) {
    return new SvgPlot(plot).draw();
  }

  private Stream<Point> points() {
    return plot.lines().stream().flatMap(line -> line.points().stream());
  }

  /// A logarithmic axis from one power of ten to another.
  ///
  /// @param first the exponent at `from`
  /// @param last the exponent at `to`
  private record Axis(int first, int last, int from, int to) {
    private static Axis of(DoubleStream values, int from, int to) {
      var all = values.filter(value -> value > 0).summaryStatistics();
      if (all.getCount() == 0) {
        return new Axis(0, 1, from, to);
      }
      int first = (int) Math.floor(Math.log10(all.getMin()));
      int last = (int) Math.ceil(Math.log10(all.getMax()));
      return new Axis(first, Math.max(last, first + 1), from, to);
    }

    private double place(double value) {
      return from + (Math.log10(value) - first) / (last - first) * (to - from);
    }
  }

  private String draw() {
    svg.append(
        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n"
            .formatted(WIDTH, HEIGHT, Html.text(plot.title())));
    grid();
    List<Line> lines = plot.lines();
    for (int i = 0; i < lines.size(); i++) {
      line(lines.get(i), i);
    }
    return svg.append("</svg>\n").toString();
  }

  private void grid() {
    for (int power = across.first(); power <= across.last(); power++) {
      double x = across.place(Math.pow(10, power));
      rule(x, TOP, x, BOTTOM);
      text(x, BOTTOM + 18, "middle", Numbers.text(Math.pow(10, power)));
    }
    for (int power = up.first(); power <= up.last(); power++) {
      double y = up.place(Math.pow(10, power));
      rule(LEFT, y, RIGHT, y);
      text(LEFT - 8, y + 4, "end", Numbers.text(Math.pow(10, power)));
    }
    text((LEFT + RIGHT) / 2.0, HEIGHT - 8, "middle", plot.x());
    svg.append(
        String.format(
            ROOT,
            "<text transform=\"translate(14 %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>\n",
            (TOP + BOTTOM) / 2.0,
            Html.text(plot.y())));
  }

  private void line(Line line, int number) {
    StringBuilder path = new StringBuilder();
    for (Point point : line.points()) {
      double x = across.place(point.x());
      double y = up.place(point.y());
      path.append(String.format(ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : "L", x, y));
      svg.append(
          String.format(
              ROOT,
              "<circle class=\"line%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%s: %s, %s</title>"
                  + "</circle>\n",
              number,
              x,
              y,
              Html.text(line.name()),
              Numbers.text(point.x()),
              Numbers.text(point.y())));
    }
    svg.append("<path class=\"line%d\" d=\"%s\"/>\n".formatted(number, path));
    double y = TOP + 8.0 + number * LEGEND_LINE;
    svg.append(
        String.format(ROOT, "<path class=\"line%d\" d=\"M%d %.1fl24 0\"/>\n", number, LEGEND, y));
    text(LEGEND + 30, y + 4, "start", line.name());
  }

  private void rule(double fromX, double fromY, double toX, double toY) {
    svg.append(
        String.format(
            ROOT, "<path class=\"grid\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", fromX, fromY, toX, toY));
  }

  private void text(double x, double y, String anchor, String text) {
    svg.append(
        String.format(
            ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n",
            x,
            y,
            anchor,
            Html.text(text)));
  }
}
