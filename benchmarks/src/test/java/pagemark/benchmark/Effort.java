package pagemark.benchmark;

/// How much is measured.
public enum Effort {
  /// Just enough to see that the benchmarks still work; the numbers say nothing.
  SMOKE,
  /// Everything in less than ten minutes.
  SHORT,
  /// The sizes that take hours.
  THOROUGH;

  private static final int SMOKE_PART = 50;

  /// One of two sizes.
  public int of(int inShort, int inThorough) {
    return switch (this) {
      case SMOKE -> Math.max(2, inShort / SMOKE_PART);
      case SHORT -> inShort;
      case THOROUGH -> inThorough;
    };
  }
}
