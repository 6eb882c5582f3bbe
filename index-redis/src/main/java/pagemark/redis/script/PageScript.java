package pagemark.redis.script;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Layout;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.CountQuery;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.Inspector.EntriesPart;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.redis.script.PackedFence.FenceText.Scores;
import pagemark.redis.script.ScriptCall.Script;

/// The scripts that read sets in order. `page.lua` reads a page of a window of a selection, with
/// the window's total; `facets.lua` counts the entries that each of a group's sets has in a window;
/// `entries.lua` reads a part of a set.
public final class PageScript {
  private static final Script PAGE =
      Script.of("bytes.lua", "ranks.lua", "split.lua", "merge.lua", "page.lua");
  private static final Script FACETS = Script.of("bytes.lua", "ranks.lua", "facets.lua");
  private static final Script ENTRIES = Script.of("bytes.lua", "ranks.lua", "entries.lua");

  private PageScript() {}

  public static ScriptCall call(PageQuery query) {
    IndexKeys keys = IndexKeys.of(query.group());
    List<Object> arguments =
        new ArrayList<>(
            List.of(
                query.group().generation(),
                query.order().text(),
                query.layout(),
                query.count(),
                query.spares()));
    add(query.anchor(), arguments);
    add(query.window().from(), arguments);
    add(query.window().to(), arguments);
    arguments.add(query.cells().size());
    List<byte[]> sets = new ArrayList<>(List.of(keys.marker(), keys.all()));
    query.cells().forEach(cell -> sets.add(keys.set(cell)));
    query.spanned().forEach(cell -> sets.add(keys.set(cell)));
    return ScriptCall.of(PAGE, sets, arguments.toArray());
  }

  private static void add(Anchor anchor, List<Object> arguments) {
    switch (anchor) {
      case Anchor.Rank(var from) -> arguments.addAll(List.of("rank", from, ""));
      case Anchor.Following(var boundary) -> add("following", boundary, arguments);
      case Anchor.Preceding(var boundary) -> add("preceding", boundary, arguments);
      case Anchor.Around(var boundary, var following) ->
          add(following ? "around" : "aroundPreceding", boundary, arguments);
      case Anchor.Last() -> arguments.addAll(List.of("last", "", ""));
    }
  }

  private static void add(String kind, Position boundary, List<Object> arguments) {
    arguments.add(kind);
    add(boundary, arguments);
  }

  /// Adds the score and member of a boundary; two empty texts if it is null.
  private static void add(@Nullable Position boundary, List<Object> arguments) {
    arguments.add(boundary == null ? "" : Scores.text(boundary.score()));
    arguments.add(boundary == null ? "" : boundary.member().toArray());
  }

  public static PageSlice slice(PageQuery query, Object reply) {
    List<?> parts = (List<?>) reply;
    if (parts.isEmpty()) {
      throw new IndexException.NotReady(query.group().generation());
    }
    long from = (Long) parts.get(1);
    List<Position> found = positions(query.layout(), parts.subList(3, parts.size()));
    int page = Math.min(query.count(), found.size());
    return new PageSlice(
        (Long) parts.get(0),
        from,
        found.subList(0, page),
        found.subList(page, found.size()),
        (Long) parts.get(2));
  }

  public static ScriptCall call(CountQuery query) {
    IndexKeys keys = IndexKeys.of(query.group());
    List<byte[]> sets = new ArrayList<>(List.of(keys.marker()));
    query.cells().forEach(cell -> sets.add(keys.set(cell)));
    List<Object> arguments = new ArrayList<>(List.of(query.group().generation(), query.layout()));
    add(query.window().from(), arguments);
    add(query.window().to(), arguments);
    return ScriptCall.of(FACETS, sets, arguments.toArray());
  }

  public static List<Long> counts(CountQuery query, Object reply) {
    List<Long> counts = ((List<?>) reply).stream().map(Long.class::cast).toList();
    if (counts.isEmpty()) {
      throw new IndexException.NotReady(query.group().generation());
    }
    return counts;
  }

  /// @param from the place of an entry, or [Place#FIRST]
  /// @param count how many entries the part has at most; one more is read
  public static ScriptCall call(GroupRef group, Cell set, Bytes from, int count) {
    List<Object> arguments = new ArrayList<>();
    add(from.equals(Place.FIRST) ? null : Place.position(from), arguments);
    arguments.add(count + 1);
    return ScriptCall.of(ENTRIES, List.of(IndexKeys.of(group).set(set)), arguments.toArray());
  }

  public static EntriesPart part(Cell set, int count, Object reply) {
    List<Position> positions = positions(Layout.SCORE, (List<?>) reply);
    boolean more = positions.size() > count;
    return new EntriesPart(
        (more ? positions.subList(0, count) : positions)
            .stream().map(position -> new Entry(set, position)).toList(),
        more ? Place.of(positions.getLast()) : null);
  }

  private static List<Position> positions(Layout layout, List<?> reply) {
    List<Position> positions = new ArrayList<>();
    int step = layout == Layout.SCORE ? 2 : 1;
    for (int i = 0; i < reply.size(); i += step) {
      positions.add(
          switch (layout) {
            case SCORE -> Scores.position(reply.get(i), reply.get(i + 1));
            case BYTES -> new Position(0, Bytes.of((byte[]) reply.get(i)));
          });
    }
    return positions;
  }
}
