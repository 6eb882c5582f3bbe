package pagemark.local.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.local.http.HttpFront.Reply;
import pagemark.local.http.HttpFront.Request;

/// Reads the requests of one client connection and answers them one after the other (HTTP/1.1, RFC
/// 9112). Each size is bounded: 64 KB for a head, 1 MB for a body.
final class Connection {
  private static final int HEAD_BYTES_MAX = 64 * 1024;
  private static final int BODY_BYTES_MAX = 1024 * 1024;

  /// How much of a refused request is read and dropped. If a connection is closed while data is
  /// unread, the client loses the answer.
  private static final int DROPPED_BYTES_MAX = 16 * 1024 * 1024;

  /// Browsers take no answer for a script or a page if its type says otherwise.
  private static final String NO_SNIFFING = "X-Content-Type-Options";

  private static final byte[] LINE_END = {'\r', '\n'};

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final HttpFront.Route route;

  Connection(Socket socket, HttpFront.Route route) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.out = socket.getOutputStream();
    this.route = route;
  }

  /// A request that no route can answer. The connection is answered once and closed.
  private static final class Malformed extends IOException {
    private static final long serialVersionUID = 1;
    private final int status;

    private Malformed(int status, String message) {
      super(message);
      this.status = status;
    }
  }

  /// The part of a request before its body.
  ///
  /// @param headers by lower-case name; several headers of one name are joined by commas
  private record Head(String method, String target, String protocol, Map<String, String> headers) {
    private String header(String name) {
      return headers.getOrDefault(name, "").toLowerCase(Locale.ROOT);
    }

    private boolean isLast() {
      return header("connection").contains("close")
          || (protocol.equals("HTTP/1.0") && !header("connection").contains("keep-alive"));
    }
  }

  /// Answers requests until the client sends no more.
  void serve() throws IOException {
    try {
      Optional<Head> head = head();
      while (head.isPresent()) {
        answer(head.get());
        head = head.get().isLast() ? Optional.empty() : head();
      }
    } catch (Malformed e) {
      send("GET", Reply.message(e.status, String.valueOf(e.getMessage())), true);
      socket.shutdownOutput();
      drop();
    }
  }

  private void drop() throws IOException {
    byte[] buffer = new byte[HEAD_BYTES_MAX];
    int dropped = 0;
    for (int read = 0; read >= 0 && dropped < DROPPED_BYTES_MAX; read = in.read(buffer)) {
      dropped += read;
    }
  }

  private void answer(Head head) throws IOException {
    if (head.header("expect").equals("100-continue")) {
      out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(ISO_8859_1));
    }
    Bytes body = Bytes.of(body(head));
    Request request;
    try {
      request = Request.of(head.method(), head.target(), head.headers(), body);
    } catch (IllegalArgumentException e) {
      throw new Malformed(400, "Bad Request");
    }
    send(head.method(), route.answer(request), head.isLast());
  }

  /// Reads the next head. Empty if the client has closed the connection.
  private Optional<Head> head() throws IOException {
    int[] left = {HEAD_BYTES_MAX};
    String line = line(left);
    while (line != null && line.isEmpty()) {
      line = line(left);
    }
    if (line == null) {
      return Optional.empty();
    }
    String[] parts = line.split(" ", -1);
    if (parts.length != 3 || parts[1].isEmpty() || !parts[2].matches("HTTP/1\\.[01]")) {
      throw new Malformed(400, "Bad Request");
    }
    return Optional.of(new Head(parts[0], target(parts[1]), parts[2], headers(left)));
  }

  /// A target with the characters whose UTF-8 the client sent raw.
  private static String target(String raw) throws Malformed {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(raw.getBytes(ISO_8859_1))).toString();
    } catch (CharacterCodingException e) {
      throw new Malformed(400, "Bad Request");
    }
  }

  private Map<String, String> headers(int[] left) throws IOException {
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(left); line == null || !line.isEmpty(); line = line(left)) {
      int colon = line == null ? -1 : line.indexOf(':');
      if (line == null || colon < 1) {
        throw new Malformed(400, "Bad Request");
      }
      String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
      headers.merge(name, line.substring(colon + 1).strip(), (a, b) -> a + "," + b);
    }
    return headers;
  }

  /// Reads a line, without its end. Null at the end of the stream.
  ///
  /// @param left the bytes that the head may still have; reading reduces it
  private @Nullable String line(int[] left) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = in.read();
    while (next != '\n' && next >= 0) {
      if (--left[0] < 0) {
        throw new Malformed(431, "Request Header Fields Too Large");
      }
      line.write(next);
      next = in.read();
    }
    if (next < 0) {
      return null;
    }
    String text = line.toString(ISO_8859_1);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }

  private byte[] body(Head head) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    if (head.header("transfer-encoding").contains("chunked")) {
      for (long size = chunk(); size > 0; size = chunk()) {
        read(size, body);
        line(new int[] {2});
      }
      headers(new int[] {HEAD_BYTES_MAX});
    } else {
      read(size(head.headers().getOrDefault("content-length", "0"), 10), body);
    }
    return body.toByteArray();
  }

  private long chunk() throws IOException {
    String line = line(new int[] {HEAD_BYTES_MAX});
    return size(line == null ? "" : line.split(";", 2)[0].strip(), 16);
  }

  private static long size(String text, int radix) throws Malformed {
    if (!text.matches("[0-9a-fA-F]{1,15}")) {
      throw new Malformed(400, "Bad Request");
    }
    try {
      return Long.parseLong(text, radix);
    } catch (NumberFormatException e) {
      throw new Malformed(400, "Bad Request");
    }
  }

  private void read(long size, ByteArrayOutputStream body) throws IOException {
    if (body.size() + size > BODY_BYTES_MAX) {
      throw new Malformed(413, "Request Entity Too Large");
    }
    body.write(in.readNBytes((int) size));
  }

  private void send(String method, Reply reply, boolean last) throws IOException {
    boolean bodiless = reply.status() == 204 || reply.status() == 304;
    StringBuilder head = new StringBuilder("HTTP/1.1 " + reply.status() + " \r\n");
    Instant now = Instant.now();
    header(head, "Date", DateTimeFormatter.RFC_1123_DATE_TIME.format(now.atOffset(ZoneOffset.UTC)));
    if (!reply.headers().containsKey(NO_SNIFFING)) {
      header(head, NO_SNIFFING, "nosniff");
    }
    reply.headers().forEach((name, values) -> values.forEach(value -> header(head, name, value)));
    if (reply.parts() != null) {
      header(head, "Transfer-Encoding", "chunked");
    } else if (!bodiless && !(method.equals("HEAD") && reply.body().length() == 0)) {
      header(head, "Content-Length", "" + reply.body().length());
    }
    header(head, "Connection", last ? "close" : "keep-alive");
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(head.append("\r\n").toString().getBytes(ISO_8859_1));
    if (!bodiless && !method.equals("HEAD")) {
      all.writeBytes(reply.body().toArray());
    }
    out.write(all.toByteArray());
    out.flush();
    if (reply.parts() != null) {
      send(reply.parts());
    }
  }

  /// Sends each part as a chunk (RFC 9112, 7.1).
  ///
  /// @throws IOException if the client is gone; the other parts are then not asked for
  private void send(Iterable<Bytes> parts) throws IOException {
    for (Bytes part : parts) {
      ByteArrayOutputStream chunk = new ByteArrayOutputStream();
      chunk.writeBytes((Integer.toHexString(part.length()) + "\r\n").getBytes(ISO_8859_1));
      chunk.writeBytes(part.toArray());
      chunk.writeBytes(LINE_END);
      out.write(chunk.toByteArray());
      out.flush();
    }
    out.write("0\r\n\r\n".getBytes(ISO_8859_1));
    out.flush();
  }

  private static void header(StringBuilder head, String name, String value) {
    head.append(name).append(": ").append(value).append("\r\n");
  }
}
