package pagemark.index;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The answer to a [GroupLook].
public sealed interface LookResult {
  /// The registers, all of one moment. If there are more than one call can hold, or the store keeps
  /// fences by place, they are of a few moments.
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

  /// What an index stores about an item in a group. If the store keeps fences by place, it is what
  /// the store holds at the position that was asked for.
  ///
  /// @param fence null if it has none, or has none any more. By place, an entry without a fence is
  ///   reported as [Fence#ofRow], and a look without an entry has null
  /// @param present whether the entry that was asked for exists, in the group and in its cell
  record Register(@Nullable Fence fence, boolean present) {}
}
