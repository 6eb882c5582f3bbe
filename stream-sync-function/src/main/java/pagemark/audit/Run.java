package pagemark.audit;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import pagemark.audit.Audit.AuditSetup;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.Inspector.EntriesPart;
import pagemark.index.Inspector.GroupSize;
import pagemark.index.LookResult;
import pagemark.index.LookResult.Register;
import pagemark.key.PositionCodec;
import pagemark.listing.Indexable;
import pagemark.state.Generation;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// One invocation of an audit: what both loops and the second look need.
record Run(AuditSetup setup, AuditSettings settings, Generation generation, Progress progress) {
  static final Duration LOOKING_AND_REPAIR = Duration.ofSeconds(15);

  /// Whether all is compared.
  boolean isWhole() {
    return settings.sample() == 1 && !progress.draws;
  }

  /// Whether there is time to read on, and then for one second look and the repairs.
  boolean hasTimeToRead() {
    return hasTime(settings.secondLookAfter().plus(LOOKING_AND_REPAIR));
  }

  boolean hasTime(Duration lasting) {
    return setup.indexed().clock().instant().plus(lasting).isBefore(settings.until());
  }

  PositionCodec codec() {
    return generation.definition().positions();
  }

  Map<Map<String, AttributeValue>, Map<String, AttributeValue>> items(
      Collection<Map<String, AttributeValue>> keys) {
    return setup.indexed().items().read(keys);
  }

  /// Where an item belongs by the table.
  Indexable truth(Map<String, AttributeValue> item) {
    return setup.indexed().audited(generation, item);
  }

  /// Asks for an entry.
  GroupLook.Item item(Entry entry) {
    return new GroupLook.Item(codec().itemKey(entry.position()), entry);
  }

  static <T> void inParts(List<T> all, int max, Consumer<List<T>> work) {
    for (int from = 0; from < all.size(); from += max) {
      work.accept(all.subList(from, Math.min(from + max, all.size())));
    }
  }

  /// Does pieces of work in parallel; with one worker, in the caller's thread. If one fails, throws
  /// its exception and stops the others.
  <T> void each(List<T> pieces, Consumer<T> work) {
    if (settings.workers() == 1 || pieces.size() < 2) {
      pieces.forEach(work);
      return;
    }
    ExecutorService pool = Executors.newFixedThreadPool(settings.workers());
    try {
      pieces.stream()
          .map(piece -> CompletableFuture.runAsync(() -> work.accept(piece), pool))
          .toList()
          .forEach(CompletableFuture::join);
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    } finally {
      pool.shutdownNow();
    }
  }

  void groups(Consumer<List<GroupRef>> chunk) {
    setup.inspector().groups(generation.id(), chunk);
  }

  EntriesPart entries(GroupRef group, Cell set, Bytes from) {
    return setup.inspector().entries(group, set, from);
  }

  long wrongCounts(GroupRef group, boolean corrects) {
    return setup
        .inspector()
        .keptCounts()
        .map(counts -> corrects ? counts.correct(group) : counts.wrong(group))
        .orElse(0L);
  }

  /// The sizes of groups, without those whose trees are torn.
  List<GroupSize> sizes(List<GroupRef> groups) {
    try {
      return groups.isEmpty()
          ? List.of()
          : setup.inspector().sizes(groups, generation.definition().cells());
    } catch (IndexException.Torn e) {
      if (groups.size() > 1) {
        return groups.stream().flatMap(group -> sizes(List.of(group)).stream()).toList();
      }
      progress.tear(e);
      return List.of();
    }
  }

  /// @return the registers of each look, in order; none for a torn group
  /// @throws IndexException.NotReady if the store has lost a slot
  List<List<Register>> look(List<GroupLook> looks) {
    return setup.indexed().index().look(looks).stream().map(this::registers).toList();
  }

  private List<Register> registers(LookResult result) {
    return switch (result) {
      case LookResult.Looked looked -> looked.registers();
      case LookResult.Unmarked() -> throw new IndexException.NotReady(generation.id());
      case LookResult.Failed(IndexException.Torn cause) -> {
        progress.tear(cause);
        yield List.of();
      }
      case LookResult.Failed(var cause) -> throw cause;
    };
  }
}
