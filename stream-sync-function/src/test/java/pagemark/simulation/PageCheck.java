package pagemark.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.GroupDump;
import pagemark.key.PositionCodec;
import pagemark.listing.Indexable.Indexed;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Checks an answer to a page request against the index and the table during the request:
///
/// - The positions and the total are those of the index at one moment.
/// - Each item is an image that the table or its GSI had at one moment.
/// - By these images, the items are in the window and in the page's order, and none comes twice.
/// - A promised item that is not shown was not at its position at one moment.
/// - A page that was read without the index has every item that belongs to it and did not change.
///
/// @param from the time of the request
/// @param to the time of the answer
record PageCheck(
    PageAsk ask,
    PageAnswer answer,
    ItemHistory history,
    ItemHistory.Mark from,
    ItemHistory.Mark to) {

  /// A shown image, and the item's position according to it.
  record Shown(String key, Position position) {}

  /// The contents of a page.
  ///
  /// @param promised the possible promises of the index, each with the spares behind the page;
  ///   empty without an index
  record Page(List<Shown> shown, List<PageAsk.Promise> promised) {
    /// The boundaries at which a cursor beside the first or last item may go on.
    Set<Position> edges(boolean last, PositionCodec codec) {
      Shown edge = last ? shown.getLast() : shown.getFirst();
      Set<Position> edges = new TreeSet<>(Set.of(edge.position()));
      for (PageAsk.Promise promise : promised) {
        List<Position> page = promise.page();
        Stream.concat(page.stream(), promise.spares().stream())
            .filter(position -> codec.itemKey(position).text().equals(edge.key()))
            .forEach(edges::add);
        if (!page.isEmpty()) {
          edges.add(last ? page.getLast() : page.getFirst());
        }
      }
      return edges;
    }
  }

  /// Checks a page against the index at one of the moments of its reads: a page that says how many
  /// items share a sort value may count them by a second read.
  ///
  /// @param seen the group's positions in the index at each read, at least one
  Page indexed(List<GroupDump> seen) {
    for (GroupDump earlier : seen.subList(0, seen.size() - 1)) {
      try {
        return indexed(earlier);
      } catch (AssertionError e) {
        // then it is that of a later read
      }
    }
    return indexed(seen.getLast());
  }

  private Page indexed(GroupDump seen) {
    List<Position> all = ask.positions(seen);
    check(answer.total() == all.size(), "the total is not " + all.size());
    long before = answer.body().at("/page/rank").asLong(1) - 1;
    check(before + answer.body().at("/page/ties").asLong() <= all.size(), "more ties than items");
    List<Shown> shown = shown();
    List<String> wrongs = new ArrayList<>();
    List<PageAsk.Promise> kept = new ArrayList<>();
    for (PageAsk.Promise promise : ask.promises(all, itemPositions())) {
      Optional<String> wrong = wrong(promise, shown);
      wrong.ifPresentOrElse(wrongs::add, () -> kept.add(promise));
    }
    check(!kept.isEmpty(), "not what the index promised: " + wrongs);
    return new Page(shown, kept);
  }

  /// Checks that each item is an image of one moment, in the group, in the window and in order.
  List<Shown> shown() {
    List<Shown> shown = new ArrayList<>();
    for (JsonNode item : answer.items()) {
      String key = item.path("PK").asText();
      List<Map<String, AttributeValue>> images = history.anywhere(key, from, to);
      Map<String, AttributeValue> image =
          images.stream()
              .filter(each -> PageAnswer.shows(item, each))
              .findFirst()
              .orElseThrow(() -> failed(key + " never was so; it was " + images));
      Position position = position(image).orElseThrow(() -> failed(key + " does not belong here"));
      check(ask.isWithin(position), key + " is not in the window");
      check(
          shown.isEmpty() || ask.byOrder().compare(shown.getLast().position(), position) < 0,
          key + " is out of order");
      shown.add(new Shown(key, position));
    }
    check(new HashSet<>(answer.keys()).size() == shown.size(), "an item comes twice");
    check(shown.size() <= ask.size(), "more items than asked for");
    return shown;
  }

  /// The position of an image in the group and selection, in any window.
  private Optional<Position> position(Map<String, AttributeValue> image) {
    return ask.listing().definition().indexable(image) instanceof Indexed(var groups, var entry)
            && groups.contains(new Group(ask.group()))
            && ask.selection().holds(entry.cell())
        ? Optional.of(entry).map(Entry::position)
        : Optional.empty();
  }

  /// The positions that the requested item had.
  List<Position> itemPositions() {
    return ask.start() instanceof PageAsk.Start.Item(var key, _)
        ? inTable(key).stream().flatMap(Optional::stream).filter(ask::isWithin).toList()
        : List.of();
  }

  private List<Optional<Position>> inTable(String key) {
    return history.inTable(key, from, to).stream().map(this::position).distinct().toList();
  }

  private Optional<String> wrong(PageAsk.Promise promise, List<Shown> shown) {
    Map<String, Position> page = byKey(promise.page().stream());
    Map<String, Position> spares = byKey(promise.spares().stream());
    spares.keySet().removeAll(page.keySet());
    Set<String> keys = shown.stream().map(Shown::key).collect(Collectors.toSet());
    Set<String> known = new LinkedHashSet<>(page.keySet());
    known.addAll(spares.keySet());
    if (!known.containsAll(keys) || keys.size() > page.size()) {
      return Optional.of(keys + " of " + page.keySet() + " and " + spares.keySet());
    }
    Map<String, Position> due = new LinkedHashMap<>(page);
    spares.entrySet().stream()
        .limit(passed(page, List.copyOf(spares.keySet()), keys))
        .forEach(spare -> due.put(spare.getKey(), spare.getValue()));
    return due.entrySet().stream()
        .filter(each -> !keys.contains(each.getKey()))
        .filter(each -> stoodAt(each.getKey(), each.getValue()))
        .map(each -> each.getKey() + " stood there all the time, of " + page + " and " + spares)
        .findFirst();
  }

  /// How many spares were read: all if the page is not full, else up to the last shown one.
  private static int passed(Map<String, Position> page, List<String> spares, Set<String> keys) {
    return keys.size() < page.size()
        ? spares.size()
        : keys.stream().mapToInt(spares::indexOf).max().orElse(-1) + 1;
  }

  private Map<String, Position> byKey(Stream<Position> positions) {
    PositionCodec codec = ask.listing().definition().positions();
    Map<String, Position> byKey = new LinkedHashMap<>();
    positions.forEach(p -> byKey.putIfAbsent(codec.itemKey(p).text(), p));
    return byKey;
  }

  private boolean stoodAt(String key, Position position) {
    return inTable(key).equals(List.of(Optional.of(position)));
  }

  /// Checks a page that was read without the index.
  Page unindexed() {
    List<Shown> shown = shown();
    check(!(ask.start() instanceof PageAsk.Start.Item), "where an item is says the index alone");
    boolean full = shown.size() == ask.size();
    Set<String> keys = new HashSet<>(answer.keys());
    for (String key : history.keys()) {
      Set<Optional<Position>> stood =
          history.anywhere(key, from, to).stream().map(this::position).collect(Collectors.toSet());
      if (stood.size() == 1 && !keys.contains(key)) {
        stood
            .iterator()
            .next()
            .filter(ask::isWithin)
            .ifPresent(position -> check(!isDue(position, shown, full), key + " is missing"));
      }
    }
    return new Page(shown, List.of());
  }

  private boolean isDue(Position position, List<Shown> shown, boolean full) {
    return switch (ask.start()) {
      case PageAsk.Start.Cursor(var boundaries, var forward, _) ->
          boundaries.stream().allMatch(b -> isBehind(position, b) == forward)
              && (!full || isBeside(position, shown, forward));
      default -> !full || isBeside(position, shown, true);
    };
  }

  private boolean isBehind(Position position, Position boundary) {
    return ask.order() == Order.ASCENDING
        ? position.compareTo(boundary) >= 0
        : position.compareTo(boundary) < 0;
  }

  /// Whether a position is before the page's last item, in the direction of the page.
  private boolean isBeside(Position position, List<Shown> shown, boolean forward) {
    return forward
        ? ask.byOrder().compare(position, shown.getLast().position()) < 0
        : ask.byOrder().compare(position, shown.getFirst().position()) > 0;
  }

  /// Checks an answer that says that there is no such page or item.
  void absent(List<GroupDump> seen) {
    switch (ask.start()) {
      case PageAsk.Start.Item(var key, _) ->
          check(
              inTable(key).stream().anyMatch(p -> p.filter(ask::isWithin).isEmpty()),
              "the item stood there all the time");
      case PageAsk.Start.Rank(var first, _) ->
          check(
              first > 0 && !seen.isEmpty() && ask.positions(seen.getLast()).size() <= first,
              "there is such a page");
      default -> throw failed("such a page always is there");
    }
  }

  void check(boolean right, String wrong) {
    if (!right) {
      throw failed(wrong);
    }
  }

  AssertionError failed(String wrong) {
    return new AssertionError(
        "%s: %s, answered %d %s".formatted(ask.request(), wrong, answer.status(), answer.body()));
  }
}
