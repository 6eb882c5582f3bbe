package pagemark.index;

import java.time.Instant;
import java.util.List;

/// The answer to a [GroupLook].
public sealed interface LookResult {
  /// The registers, all of one moment. If there are more than one call can hold, they are of a few
  /// moments.
  ///
  /// @param at the first of these moments, by the store's clock
  /// @param registers one for each item, in order
  record Looked(Instant at, List<Register> registers) implements LookResult {
    public Looked {
      registers = List.copyOf(registers);
    }
  }

  /// The slot has no marker of the generation, so there are no registers.
  record Unmarked() implements LookResult {}

  /// The store failed.
  record Failed(IndexException cause) implements LookResult {}
}
