package pagemark.redis.script;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Layout;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.IndexException;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;

/// `page.lua`: reads a page of a window of a selection, with the window's total.
public final class PageScript {
  private static final Script SCRIPT =
      Script.of("bytes.lua", "ranks.lua", "split.lua", "merge.lua", "page.lua");

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
    return ScriptCall.of(SCRIPT, sets, arguments.toArray());
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
  static void add(@Nullable Position boundary, List<Object> arguments) {
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

  static List<Position> positions(Layout layout, List<?> reply) {
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
