package pagemark.entry;

import java.util.Locale;

/// The direction of a page sequence.
public enum Order {
  ASCENDING,
  DESCENDING;

  /// `ascending` or `descending`, as definitions and requests write it.
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public Order reversed() {
    return this == ASCENDING ? DESCENDING : ASCENDING;
  }
}
