package pagemark.redis;

import java.util.ArrayList;
import java.util.List;
import pagemark.index.IndexException;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.key.Position;

/// `page.lua`: a page of a group, with the group's total.
final class PageScript {
  private static final Script SCRIPT = Script.of("page.lua");

  private PageScript() {}

  static ScriptCall call(PageQuery query) {
    IndexKeys keys = IndexKeys.of(query.group());
    return ScriptCall.of(
        SCRIPT,
        List.of(keys.marker(), keys.all()),
        query.group().generation(),
        query.from(),
        query.count(),
        query.spares(),
        query.order().text(),
        query.layout());
  }

  static PageSlice slice(PageQuery query, Object reply) {
    List<?> parts = (List<?>) reply;
    if (parts.isEmpty()) {
      throw new IndexException.NotReady(query.group().generation());
    }
    List<Position> found = positions((List<?>) parts.get(2));
    int page = Math.min(query.count(), found.size());
    return new PageSlice(
        (Long) parts.get(0),
        found.subList(0, page),
        found.subList(page, found.size()),
        (Long) parts.get(1));
  }

  private static List<Position> positions(List<?> membersAndScores) {
    List<Position> positions = new ArrayList<>();
    for (int i = 0; i < membersAndScores.size(); i += 2) {
      positions.add(Scores.position(membersAndScores.get(i), membersAndScores.get(i + 1)));
    }
    return positions;
  }
}
