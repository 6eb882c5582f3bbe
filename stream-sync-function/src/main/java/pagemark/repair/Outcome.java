package pagemark.repair;

/// The result of the repair of a [Doubt].
public sealed interface Outcome {
  /// The index now agrees with the table about the item.
  record Settled() implements Outcome {}

  /// The item cannot be indexed, so it is not in the index.
  ///
  /// @param reason names the attribute and its valid values, never its value
  record Poisoned(String reason) implements Outcome {}

  /// The stream changed the item's register at every try, or the time was over. The doubt remains.
  record Moving() implements Outcome {}

  /// The index or the table could not be reached. The doubt remains.
  record Failed(RuntimeException cause) implements Outcome {}

  /// Whether the index needs no more changes.
  default boolean isSettled() {
    return switch (this) {
      case Settled _, Poisoned _ -> true;
      case Moving _, Failed _ -> false;
    };
  }
}
