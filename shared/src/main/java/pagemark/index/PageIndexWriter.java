package pagemark.index;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
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

  /// The store's clock, by which it decides what comes too late.
  ///
  /// @throws IndexException.Unavailable where it cannot be asked
  Instant time();
}
