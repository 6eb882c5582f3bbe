package pagemark.api;

/// From which end pages are counted.
enum Numbering {
  /// From the first item in the order of the request.
  FROM_FIRST,
  /// From the smallest sort value, whatever the order: a full page keeps its number and its items
  /// while items arrive at the newest end.
  STABLE;

  /// How requests and links write [#STABLE].
  static final String STABLE_TEXT = "stable";
}
