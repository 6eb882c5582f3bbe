package pagemark.tree.read;

/// A count that is not exactly known: it is at least `least` and at most `most`.
record CountRange(long least, long most) {
  static CountRange exactly(long number) {
    return new CountRange(number, number);
  }

  boolean isExact() {
    return least == most;
  }

  /// The bounds of a number that is in these or in others.
  CountRange or(CountRange other) {
    return new CountRange(Math.min(least, other.least), Math.max(most, other.most));
  }

  CountRange widened(long by) {
    return new CountRange(least - by, most + by);
  }
}
