package pagemark.index;

/// A stream sequence number of up to 40 decimal digits. It has no leading zeros, so that a longer
/// text is the higher number and texts of one length compare as text. A double is not enough: it
/// takes adjacent numbers of 21 digits for equal.
public record Sequence(String digits) implements Comparable<Sequence> {
  public Sequence {
    if (!digits.matches("0|[1-9][0-9]{0,39}")) {
      throw new IllegalArgumentException(
          "not a sequence number of up to 40 digits: \"" + digits + "\"");
    }
  }

  /// Parses a sequence number.
  ///
  /// @param digits may have leading zeros
  /// @throws IllegalArgumentException if they are not 1 to 40 digits
  public static Sequence parse(String digits) {
    return new Sequence(digits.replaceFirst("^0+(?=.)", ""));
  }

  @Override
  public int compareTo(Sequence other) {
    int byLength = Integer.compare(digits.length(), other.digits.length());
    return byLength != 0 ? byLength : digits.compareTo(other.digits);
  }
}
