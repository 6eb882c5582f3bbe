package pagemark.pages.scope;

/// The end that pages are counted from.
public enum Numbering {
  /// From the first item in the order of the request.
  FROM_FIRST,
  /// From the smallest sort value, whatever the order. A full page then keeps its number and its
  /// items while items arrive at the newest end.
  STABLE;
}
