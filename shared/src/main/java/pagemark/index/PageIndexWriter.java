package pagemark.index;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import pagemark.key.Bytes;
import pagemark.key.Entry;

/// Changes an index. Only the sync side holds one: the stream's handler, rebuilds and repairs.
public interface PageIndexWriter {
  /// Applies each write atomically, each op by its rule; writes of different groups are independent
  /// of each other.
  ///
  /// @return one result for each write, in order; errors of the store are results, never thrown
  List<WriteResult> write(List<GroupWrite> writes);

  /// Why the store can never hold an entry, in words that name the limit and never the value; empty
  /// if it can. [#write] tells the same of each op. The server is not asked.
  ///
  /// @param item the item key
  default Optional<String> refusal(GroupRef group, Bytes item, Entry entry) {
    return Optional.empty();
  }

  /// Reads registers, as they are needed to change them.
  ///
  /// @return one result for each look, in order; errors of the store are results, never thrown
  List<LookResult> look(List<GroupLook> looks);

  /// Makes the counts that the store keeps of a group equal to what they count.
  ///
  /// @return how many were not
  /// @throws IndexException.Unavailable where the store cannot be reached
  default long recount(GroupRef group) {
    return 0;
  }

  /// Walks through what a generation has, and removes what no write needs any more: fences that are
  /// older than two fence periods, and all that is kept of groups that have neither entries nor
  /// fences. A write to a group drops its old fences anyway; this is for groups that nobody writes.
  ///
  /// Each step takes a few hundred groups, and what has changed since the step found them stays.
  ///
  /// @param position where the last walk ended, if it did not come to the end; else [Sweep#BEGIN].
  ///   If the store does not know it any more, the walk begins anew
  /// @param hasTime asked before each step changes anything; if false, the walk ends there
  /// @throws IndexException.Unavailable if the store cannot be reached, or if its clock and the
  ///   caller's differ too much
  Sweep sweep(String generation, String position, BooleanSupplier hasTime);

  /// What this writer had acknowledged last in each slot, and what its writes have missed of that.
  Witnesses witnesses();

  /// The store's clock, by which it decides what comes too late.
  ///
  /// @throws IndexException.Unavailable where it cannot be asked
  Instant time();
}
