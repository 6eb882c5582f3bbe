package pagemark.benchmark.measure;

import java.util.Locale;

/// Numbers as people read them.
public final class Numbers {
  private Numbers() {}

  /// With about three digits that count: 0.0123, 1.23, 12.3, 123, 12,346.
  public static String text(double value) {
    double size = Math.abs(value);
    String format;
    if (size >= 99.95 || size == Math.rint(size)) {
      format = "%,.0f";
    } else if (size >= 9.995) {
      format = "%.1f";
    } else {
      format = size >= 0.0995 ? "%.2f" : "%.4f";
    }
    return String.format(Locale.ROOT, format, value);
  }

  /// A ratio, with two digits after the point.
  public static String ratio(double value) {
    return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.2f", value);
  }
}
