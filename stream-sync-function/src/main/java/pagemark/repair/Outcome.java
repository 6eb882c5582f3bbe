package pagemark.repair;

/// What became of a [Doubt].
public sealed interface Outcome {
  /// The index says of the item what the table says.
  record Settled() implements Outcome {}

  /// The item is not in the index, as it cannot be indexed.
  ///
  /// @param reason names the attribute and what it must be, never its value
  record Poisoned(String reason) implements Outcome {}

  /// The stream changed the item's register at every try, or the time was over: the doubt stands.
  record Moving() implements Outcome {}

  /// The index or the table could not be asked: the doubt stands.
  record Failed(RuntimeException cause) implements Outcome {}

  /// Whether nothing remains to be done in the index.
  default boolean isSettled() {
    return switch (this) {
      case Settled _, Poisoned _ -> true;
      case Moving _, Failed _ -> false;
    };
  }
}
