package pagemark.index;

/// A stream sequence number: up to 40 decimal digits, without leading zeros, so that more digits
/// are more and equally many compare as text. A double calls adjacent 21-digit numbers equal.
public record Sequence(String digits) implements Comparable<Sequence> {
  public Sequence {
    if (!digits.matches("0|[1-9][0-9]{0,39}")) {
      throw new IllegalArgumentException(
          "not a sequence number of up to 40 digits: \"" + digits + "\"");
    }
  }

  /// @param digits may have leading zeros
  /// @throws IllegalArgumentException where they are not 1 to 40 digits
  public static Sequence parse(String digits) {
    return new Sequence(digits.replaceFirst("^0+(?=.)", ""));
  }

  @Override
  public int compareTo(Sequence other) {
    int byLength = Integer.compare(digits.length(), other.digits.length());
    return byLength != 0 ? byLength : digits.compareTo(other.digits);
  }
}
