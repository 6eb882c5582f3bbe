package pagemark.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class OutputTailTest {
  @Test
  void theLastFortyLinesAreKept() throws InterruptedException {
    TetheredProcess.OutputTail tail =
        TetheredProcess.OutputTail.of(new ByteArrayInputStream(lines(1, 1_000).getBytes(UTF_8)));
    assertEquals(lines(961, 1_000), tail.text());
  }

  private static String lines(int first, int last) {
    return IntStream.rangeClosed(first, last).mapToObj(n -> "line " + n).collect(joining("\n"));
  }
}
