package pagemark.state;

import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import pagemark.state.Generation.State;

/// Generations and quarantine in memory: the oracle for the state table, and a working
/// implementation for tests of the functions.
public final class InMemoryState implements Generations, Quarantine {
  private record Key(String listing, String generation) {}

  /// The key of a quarantined item, or with a time that of an early look at it.
  private record Item(String listing, Instant due, String keyHash) {
    static final Comparator<Item> ORDER =
        Comparator.comparing(Item::listing).thenComparing(Item::due).thenComparing(Item::keyHash);

    static Item of(QuarantinedItem item) {
      return new Item(item.listing(), Instant.EPOCH, item.keyHash());
    }

    static Item of(Look look) {
      return new Item(look.item().listing(), look.due(), look.item().keyHash());
    }
  }

  private final Map<Key, Generation> generations = new LinkedHashMap<>();
  private final NavigableMap<Item, QuarantinedItem> quarantine = new TreeMap<>(Item.ORDER);
  private final Map<Item, Instant> expires = new HashMap<>();
  private final NavigableMap<Item, Look> looks = new TreeMap<>(Item.ORDER);

  @Override
  public synchronized List<Generation> live(String listing) {
    return generations.values().stream()
        .filter(generation -> generation.listing().equals(listing) && generation.isLive())
        .toList();
  }

  @Override
  public synchronized void register(Generation generation) {
    Key key = new Key(generation.listing(), generation.id());
    if (generations.putIfAbsent(key, generation) != null) {
      throw new IllegalStateException("generation " + generation.id() + " exists");
    }
  }

  @Override
  public synchronized void serve(String listing, String id) {
    if (live(listing).stream().noneMatch(generation -> generation.id().equals(id))) {
      throw new IllegalStateException(id + " is not a live generation of " + listing);
    }
    for (Generation generation : live(listing)) {
      if (generation.id().equals(id)) {
        put(generation, State.SERVING);
      } else if (generation.isServing()) {
        put(generation, State.RETIRED);
      }
    }
  }

  /// Retires all generations of a listing.
  public synchronized void retire(String listing) {
    live(listing).forEach(generation -> put(generation, State.RETIRED));
  }

  @Override
  public synchronized List<Generation> retired(String listing) {
    return generations.values().stream()
        .filter(generation -> generation.listing().equals(listing) && !generation.isLive())
        .toList();
  }

  /// Registers a generation, and retires the others of its listing that are building.
  public synchronized void replace(Generation generation) {
    live(generation.listing()).stream()
        .filter(other -> other.state() == State.BUILDING)
        .forEach(other -> put(other, State.RETIRED));
    register(generation);
  }

  @Override
  public synchronized void remove(String listing, String id) {
    Generation generation = generations.get(new Key(listing, id));
    if (generation != null && generation.isLive()) {
      throw new IllegalStateException(id + " is a live generation of " + listing);
    }
    generations.remove(new Key(listing, id));
  }

  private void put(Generation old, State state) {
    generations.put(
        new Key(old.listing(), old.id()),
        new Generation(
            old.id(),
            old.listing(),
            old.definition(),
            old.table(),
            old.stream(),
            old.birth(),
            state,
            old.inexact(),
            old.suspended(),
            old.swept()));
  }

  @Override
  public synchronized void mark(String listing, String id, Inexact mark) {
    marked(listing, id, marks -> marks.merge(mark.cause(), mark, Inexact::and));
  }

  @Override
  public synchronized void clear(String listing, String id, Inexact mark) {
    marked(listing, id, marks -> marks.remove(mark.cause(), mark));
  }

  private void marked(String listing, String id, Consumer<Map<Inexact.Cause, Inexact>> change) {
    generations.computeIfPresent(
        new Key(listing, id),
        (key, old) -> {
          Map<Inexact.Cause, Inexact> marks = new EnumMap<>(Inexact.Cause.class);
          old.inexact().forEach(mark -> marks.put(mark.cause(), mark));
          change.accept(marks);
          return with(old, Set.copyOf(marks.values()), old.suspended(), old.swept());
        });
  }

  @Override
  public synchronized void suspend(String listing, String id) {
    generations.computeIfPresent(
        new Key(listing, id), (key, old) -> with(old, old.inexact(), true, old.swept()));
  }

  @Override
  public synchronized void swept(String listing, String id, Instant until) {
    generations.computeIfPresent(
        new Key(listing, id), (key, old) -> with(old, old.inexact(), old.suspended(), until));
  }

  private static Generation with(
      Generation old, Set<Inexact> inexact, boolean suspended, @Nullable Instant swept) {
    return new Generation(
        old.id(),
        old.listing(),
        old.definition(),
        old.table(),
        old.stream(),
        old.birth(),
        old.state(),
        inexact,
        suspended,
        swept);
  }

  @Override
  public synchronized void add(QuarantinedItem poison) {
    for (Instant due : Quarantine.early(poison)) {
      Look look = new Look(poison, due);
      looks.put(Item.of(look), look);
    }
    Item key = Item.of(poison);
    QuarantinedItem kept = quarantine.get(key);
    if (kept == null || kept.sequence().compareTo(poison.sequence()) <= 0) {
      quarantine.put(key, poison);
      expires.put(key, poison.seenAt().plus(KEPT));
    }
  }

  @Override
  public synchronized List<QuarantinedItem> list(String listing, String keyHash, int max) {
    return quarantine.tailMap(new Item(listing, Instant.EPOCH, keyHash), false).values().stream()
        .takeWhile(item -> item.listing().equals(listing))
        .limit(max)
        .toList();
  }

  @Override
  public synchronized int count(String listing, int max) {
    return list(listing, max).size();
  }

  @Override
  public synchronized List<Look> due(String listing, Instant now, int max) {
    return looks.tailMap(new Item(listing, Instant.EPOCH, ""), false).values().stream()
        .takeWhile(look -> look.item().listing().equals(listing) && !look.due().isAfter(now))
        .limit(max)
        .toList();
  }

  @Override
  public synchronized void looked(Look look) {
    looks.remove(Item.of(look));
  }

  @Override
  public synchronized void renew(QuarantinedItem item, Instant now) {
    QuarantinedItem kept = quarantine.get(Item.of(item));
    if (kept != null && kept.sequence().equals(item.sequence())) {
      expires.put(Item.of(item), now.plus(KEPT));
    }
  }

  @Override
  public synchronized void settle(QuarantinedItem item) {
    quarantine.computeIfPresent(
        Item.of(item), (_, kept) -> kept.sequence().compareTo(item.sequence()) <= 0 ? null : kept);
  }

  /// Forgets what has expired, as the state table does.
  public synchronized void expire(Instant now) {
    quarantine.keySet().removeIf(key -> expires.getOrDefault(key, Instant.MAX).isBefore(now));
  }
}
