package pagemark.docs;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.Test;

final class HttpExamplesTest {
  private static final String CURSOR = "c".repeat(40);

  private final HttpExamples examples = new HttpExamples(URI.create("http://localhost/"));

  @Test
  void onlyTheShownAnswerIsAccepted() throws IOException {
    examples.checkJson("{ \"a\": [ 1, { \"b\": null } ] }", "{\"a\":[1,{\"b\":null}]}", "x");
    refused("{ \"a\": 1 }", "{\"a\":2}");
    refused("{ \"a\": 1 }", "{\"a\":\"1\"}");
    refused("{ \"a\": \"1\" }", "{\"a\":1}");
    refused("{ \"a\": null }", "{}");
    refused("{ \"a\": 1 }", "{\"a\":1,\"b\":2}");
    refused("[ 1 ]", "[1,2]");
    refused("[ 1, 2 ]", "[1]");
    refused("\"a\"", "\"ab\"");
  }

  @Test
  void dotsStandForOmittedParts() throws IOException {
    examples.checkJson("{ \"a\": 1, ... }", "{\"b\":2,\"a\":1}", "x");
    examples.checkJson("[ { \"a\": 1, ... }, ... ]", "[{\"a\":1},{}]", "x");
    examples.checkJson("\"so ... on\"", "\"so and so on\"", "x");
    refused("{ \"a\": 1, ... }", "{\"b\":2}");
    refused("[ 1, ... ]", "[2,3]");
    refused("[ 1, ... ]", "[1]");
  }

  @Test
  void aCursorIsTheSameEverywhere() throws IOException {
    examples.checkJson("\"/x?cursor=CURSOR1&size=2\"", "\"/x?cursor=" + CURSOR + "&size=2\"", "x");
    examples.checkJson("\"CURSOR1\"", "\"" + CURSOR + "\"", "x");
    refused("\"CURSOR1\"", "\"" + CURSOR + "c\"");
    refused("\"CURSOR2\"", "null");
    refused("\"CURSOR2\"", "\"short\"");
  }

  private void refused(String shown, String answer) {
    assertThrows(AssertionError.class, () -> examples.checkJson(shown, answer, "x"), shown);
  }
}
