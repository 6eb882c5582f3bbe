package pagemark.index;

import java.util.regex.Pattern;

/// A stream sequence number of up to 40 decimal digits. It has no leading zeros, so that a longer
/// text is the higher number and texts of one length compare as text. A double is not enough: it
/// takes adjacent numbers of 21 digits for equal.
public record Sequence(String digits) implements Comparable<Sequence> {
  private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,39}");
  private static final Pattern LEADING_ZEROS = Pattern.compile("^0+(?=.)");

  public Sequence {
    if (!NUMBER.matcher(digits).matches()) {
      throw new IllegalArgumentException(
          "not a sequence number of up to 40 digits: \"" + digits + "\"");
    }
  }

  /// Parses a sequence number.
  ///
  /// @param digits may have leading zeros
  /// @throws IllegalArgumentException if they are not 1 to 40 digits
  public static Sequence parse(String digits) {
    return new Sequence(LEADING_ZEROS.matcher(digits).replaceFirst(""));
  }

  @Override
  public int compareTo(Sequence other) {
    int byLength = Integer.compare(digits.length(), other.digits.length());
    return byLength != 0 ? byLength : digits.compareTo(other.digits);
  }
}
