package pagemark.api;

import pagemark.listing.Order;

/// Parses `page`, `skip`, `size`, `order` and `numbering`. Whole numbers are ASCII digits without
/// leading zeros.
final class PagingText {
  private static final String WHOLE_NUMBER = "a whole number from %d to %d, without leading zeros";

  private PagingText() {}

  /// @param text the value of `page`
  /// @throws ProblemException if it is not a whole number from 1
  static Start.Numbered page(String text) {
    return new Start.Numbered(whole("page", text, 1));
  }

  /// @param text the value of `skip`
  /// @throws ProblemException if it is not a whole number from 0
  static Start.Skipped skip(String text) {
    return new Start.Skipped(whole("skip", text, 0));
  }

  private static long whole(String name, String text, int min) {
    boolean fits = text.matches("0|[1-9][0-9]{0,9}");
    long number = fits ? Long.parseLong(text) : -1;
    if (number < min || number > Integer.MAX_VALUE) {
      throw Parameters.refusal(name, text, WHOLE_NUMBER.formatted(min, Integer.MAX_VALUE));
    }
    return number;
  }

  /// Lowers any number over `max` to `max`: such a request means "as many as you give".
  ///
  /// @throws ProblemException if `text` is not a whole number from 1
  static int size(String text, int max) {
    if (!text.matches("[1-9][0-9]*")) {
      throw Parameters.refusal(
          "size", text, WHOLE_NUMBER.formatted(1, max) + " (more is lowered to " + max + ")");
    }
    return text.length() > 9 ? max : Math.min(Integer.parseInt(text), max);
  }

  /// @throws ProblemException if `text` is not a numbering
  static Numbering numbering(String text) {
    if (!text.equals(Numbering.STABLE_TEXT)) {
      throw Parameters.refusal("numbering", text, Numbering.STABLE_TEXT);
    }
    return Numbering.STABLE;
  }

  /// @throws ProblemException if `text` is not an order
  static Order order(String text) {
    for (Order order : Order.values()) {
      if (order.text().equals(text)) {
        return order;
      }
    }
    throw Parameters.refusal("order", text, "ascending or descending");
  }
}
