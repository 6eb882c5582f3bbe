package pagemark.state;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import pagemark.state.Generation.State;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Generations and quarantine in memory: the oracle for the state table, and a working
/// implementation for tests of the functions.
public final class InMemoryState implements Generations, Quarantine {
  private record Key(String listing, String generation) {}

  private record Item(String listing, Map<String, AttributeValue> key) {}

  private final Map<Key, Generation> generations = new LinkedHashMap<>();
  private final Map<Item, QuarantinedItem> quarantine = new LinkedHashMap<>();
  private final Map<Item, Instant> expires = new HashMap<>();
  private final List<Look> looks = new ArrayList<>();

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
            old.suspended()));
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
          return with(old, Set.copyOf(marks.values()), old.suspended());
        });
  }

  @Override
  public synchronized void suspend(String listing, String id) {
    generations.computeIfPresent(
        new Key(listing, id), (key, old) -> with(old, old.inexact(), true));
  }

  private static Generation with(Generation old, Set<Inexact> inexact, boolean suspended) {
    return new Generation(
        old.id(),
        old.listing(),
        old.definition(),
        old.table(),
        old.stream(),
        old.birth(),
        old.state(),
        inexact,
        suspended);
  }

  @Override
  public synchronized void add(QuarantinedItem poison) {
    for (Instant due : Quarantine.early(poison)) {
      Look look = new Look(poison, due);
      looks.removeIf(each -> isSame(each, look));
      looks.add(look);
    }
    QuarantinedItem kept = quarantine.get(key(poison));
    if (kept == null || kept.sequence().compareTo(poison.sequence()) <= 0) {
      quarantine.put(key(poison), poison);
      expires.put(key(poison), poison.seenAt().plus(KEPT));
    }
  }

  @Override
  public synchronized List<QuarantinedItem> list(String listing, String keyHash, int max) {
    return quarantine.values().stream()
        .filter(item -> item.listing().equals(listing) && item.keyHash().compareTo(keyHash) > 0)
        .sorted(Comparator.comparing(QuarantinedItem::keyHash))
        .limit(max)
        .toList();
  }

  @Override
  public synchronized int count(String listing, int max) {
    return list(listing, max).size();
  }

  @Override
  public synchronized List<Look> due(String listing, Instant now, int max) {
    return looks.stream()
        .filter(look -> look.item().listing().equals(listing) && !look.due().isAfter(now))
        .sorted(Comparator.comparing(Look::due).thenComparing(look -> look.item().keyHash()))
        .limit(max)
        .toList();
  }

  @Override
  public synchronized void looked(Look look) {
    looks.removeIf(each -> isSame(each, look));
  }

  private static boolean isSame(Look a, Look b) {
    return a.due().equals(b.due()) && key(a.item()).equals(key(b.item()));
  }

  @Override
  public synchronized void renew(QuarantinedItem item, Instant now) {
    QuarantinedItem kept = quarantine.get(key(item));
    if (kept != null && kept.sequence().equals(item.sequence())) {
      expires.put(key(item), now.plus(KEPT));
    }
  }

  @Override
  public synchronized void settle(QuarantinedItem item) {
    quarantine.computeIfPresent(
        key(item), (_, kept) -> kept.sequence().compareTo(item.sequence()) <= 0 ? null : kept);
  }

  /// Forgets what has expired, as the state table does.
  public synchronized void expire(Instant now) {
    quarantine.keySet().removeIf(key -> expires.getOrDefault(key, Instant.MAX).isBefore(now));
  }

  private static Item key(QuarantinedItem item) {
    return new Item(item.listing(), item.key());
  }
}
