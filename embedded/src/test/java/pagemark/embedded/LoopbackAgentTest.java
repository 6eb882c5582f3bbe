package pagemark.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class LoopbackAgentTest {
  @Test
  void aConnectorIsMadeToNameLoopback() throws Exception {
    assertEquals("host null", new Connector().get());
    assertEquals("host 127.0.0.1", define(LoopbackAgent.rewrite(bytes(Connector.class))).get());
  }

  @Test
  void aClassWithoutTheMethodIsAnError() throws IOException {
    byte[] other = bytes(LoopbackAgentTest.class);
    assertThrows(IllegalStateException.class, () -> LoopbackAgent.rewrite(other));
  }

  /// Has what matters of Jetty's connector.
  static final class Connector implements Supplier<String> {
    private final String host = "null";

    public String getHost() {
      return host;
    }

    @Override
    public String get() {
      return "host " + getHost();
    }
  }

  @SuppressWarnings("unchecked")
  private static Supplier<String> define(byte[] bytes) throws ReflectiveOperationException {
    Class<?> hidden = MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass();
    return (Supplier<String>) hidden.getDeclaredConstructor().newInstance();
  }

  private static byte[] bytes(Class<?> type) throws IOException {
    String file = type.getName().replaceFirst(".*\\.", "") + ".class";
    try (InputStream stream = type.getResourceAsStream(file)) {
      return Objects.requireNonNull(stream).readAllBytes();
    }
  }
}
