package pagemark.benchmark.result;

import java.util.List;

/// A plot of lines, with logarithmic axes.
///
/// @param x what the horizontal axis shows, with its unit
/// @param y what the vertical axis shows, with its unit
public record Plot(String title, String x, String y, List<Line> lines) {
  public Plot {
    lines = List.copyOf(lines);
  }

  /// @param points in the order of their x
  public record Line(String name, List<Point> points) {
    public Line {
      points = List.copyOf(points);
    }
  }

  /// A point; both numbers are above 0.
  public record Point(double x, double y) {}
}
