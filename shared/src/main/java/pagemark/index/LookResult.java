package pagemark.index;

import java.time.Instant;
import java.util.List;

/// The answer to a [GroupLook].
public sealed interface LookResult {
  /// The registers as they stood at one moment, or, where there are more than a call holds, at a
  /// few.
  ///
  /// @param at the first moment, by the store's clock
  /// @param registers one for each item, in order
  record Looked(Instant at, List<Register> registers) implements LookResult {
    public Looked {
      registers = List.copyOf(registers);
    }
  }

  /// The slot carries no marker of the generation: there are no registers.
  record Unmarked() implements LookResult {}

  /// The store failed.
  record Failed(IndexException cause) implements LookResult {}
}
