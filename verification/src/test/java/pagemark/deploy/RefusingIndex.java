package pagemark.deploy;

import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import pagemark.index.ForwardingMarkers;
import pagemark.index.ForwardingWriter;
import pagemark.index.GroupWrite;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexException;
import pagemark.index.Markers;
import pagemark.index.PageIndexWriter;
import pagemark.index.WriteResult;

/// An index that refuses calls for load now and then.
///
/// @param refuses whether it refuses now
record RefusingIndex(InMemoryIndex index, BooleanSupplier refuses) {
  PageIndexWriter writer() {
    return new ForwardingWriter(index) {
      @Override
      public List<WriteResult> write(List<GroupWrite> groups) {
        return refuses.getAsBoolean()
            ? groups.stream().<WriteResult>map(_ -> new WriteResult.Failed(tooMany())).toList()
            : writer.write(groups);
      }

      @Override
      public Instant time() {
        answerOrRefuse();
        return writer.time();
      }
    };
  }

  Markers markers() {
    return new ForwardingMarkers(index) {
      @Override
      public int building(String generation, String nonce, Instant birth) {
        answerOrRefuse();
        return markers.building(generation, nonce, birth);
      }

      @Override
      public int ready(String generation, String nonce) {
        answerOrRefuse();
        return markers.ready(generation, nonce);
      }
    };
  }

  private void answerOrRefuse() {
    if (refuses.getAsBoolean()) {
      throw tooMany();
    }
  }

  private static IndexException tooMany() {
    return new IndexException.Unavailable("too many requests", null);
  }
}
