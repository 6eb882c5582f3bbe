package pagemark.state;

import static java.util.Comparator.comparing;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.state.Generation.State;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The state table in memory: the oracle for [StateTable], and a working implementation for tests
/// of the functions.
public final class InMemoryState implements Generations, Quarantine {
  private final NavigableMap<Document.Key, Document> documents =
      new TreeMap<>(comparing(Document.Key::pk).thenComparing(Document.Key::sk));

  @Override
  public synchronized <T extends Document> Stream<T> list(Class<T> type, Range range) {
    NavigableMap<Document.Key, Document> some =
        documents.subMap(
            new Document.Key(range.pk(), range.from()),
            true,
            new Document.Key(range.pk(), range.to()),
            true);
    NavigableMap<Document.Key, Document> ordered =
        range.newestFirst() ? some.descendingMap() : some;
    return ordered.values().stream().limit(range.max()).map(type::cast).toList().stream();
  }

  @Override
  public synchronized int size(String pk, int max) {
    return (int) documents.keySet().stream().filter(key -> key.pk().equals(pk)).limit(max).count();
  }

  @Override
  public synchronized void put(Document document) {
    documents.put(document.documentKey(), document);
  }

  @Override
  public synchronized boolean delete(Document seen) {
    return isSeen(documents.get(seen.documentKey()), seen)
        && documents.remove(seen.documentKey()) != null;
  }

  @Override
  public synchronized boolean transact(List<Change> changes) {
    for (Change change : changes) {
      if (!isSeen(documents.get(change.next().documentKey()), change.seen())) {
        return false;
      }
    }
    changes.forEach(change -> put(change.next()));
    return true;
  }

  private static boolean isSeen(@Nullable Document kept, @Nullable Document seen) {
    return Objects.equals(kept, seen)
        || (kept != null && seen != null && compared(kept).equals(compared(seen)));
  }

  private static Map<String, AttributeValue> compared(Document document) {
    Map<String, AttributeValue> item = RecordItems.write((Record) document);
    item.keySet().removeAll(document.unchanging());
    return item;
  }

  /// Retires all generations of a listing.
  public synchronized void retire(String listing) {
    live(listing).forEach(generation -> replace(generation, generation.in(State.RETIRED)));
  }

  /// Forgets what has expired, as the state table does.
  public synchronized void expire(Instant now) {
    documents.values().removeIf(each -> each.keptUntil() != null && each.keptUntil().isBefore(now));
  }
}
