package pagemark.dynamodb.read;

/// What is known of a number: it is not below `least` and not above `most`.
record Bounds(long least, long most) {
  static Bounds exactly(long number) {
    return new Bounds(number, number);
  }

  boolean isExact() {
    return least == most;
  }

  /// The bounds of a number that is in these or in others.
  Bounds or(Bounds other) {
    return new Bounds(Math.min(least, other.least), Math.max(most, other.most));
  }

  Bounds widened(long by) {
    return new Bounds(least - by, most + by);
  }
}
