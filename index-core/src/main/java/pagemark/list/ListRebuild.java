package pagemark.list;

import java.time.Duration;
import java.util.List;
import pagemark.index.IndexException;
import pagemark.index.IndexStore;
import pagemark.index.LookResult;
import pagemark.index.PageIndexWriter;
import pagemark.index.Witness;
import pagemark.index.Witnesses;

/// The build of a generation beside changes:
///
/// 1. [ListStore#begin] makes it, and its birth is now.
/// 2. Every writer writes to it too, as `building` of [ListStore#list].
/// 3. Then each item is read from the source once, in any order, and given to [#row].
/// 4. [#finish]. The generation can be read, and the source notes that it serves.
public final class ListRebuild {
  private final IndexStore store;
  private final PageIndexWriter writer;
  private final Duration witnessed;
  private final ListIndex index;
  private final String generation;
  private final String nonce;

  /// @param generation as the store calls it
  ListRebuild(
      IndexStore store, Duration witnessed, ListIndex index, String generation, String nonce) {
    this.store = store;
    this.writer = store.writer();
    this.witnessed = witnessed;
    this.index = index;
    this.generation = generation;
    this.nonce = nonce;
  }

  /// Writes an item as the source has it now.
  ///
  /// @param version that of the item's last change
  /// @throws IndexException if the store does not answer, or has lost what was built
  public Outcome row(ListItem item, long version) {
    return index.row(writer, item, version);
  }

  /// Lets the generation be read. Looks for the last row of each slot before: Redis has 16,384.
  ///
  /// @throws IndexException.NotReady if a part of the store, or rows that it had acknowledged, were
  ///   lost since the begin: begin again
  public void finish() {
    if (writer.witnesses().filter(this::areGone).isPresent()
        || store.markers().ready(generation, nonce) > 0) {
      throw new IndexException.NotReady(generation);
    }
  }

  private boolean areGone(Witnesses rows) {
    return !rows.gone().isEmpty() || rows.unnoted().stream().anyMatch(this::isGone);
  }

  private boolean isGone(Witness row) {
    return switch (writer.look(List.of(row.look())).getFirst()) {
      case LookResult.Looked(var at, var found) ->
          !at.isAfter(row.at().plus(witnessed)) && !row.isThere(found.getFirst());
      case LookResult.Unmarked() -> true;
      case LookResult.Failed(var cause) -> throw cause;
    };
  }
}
