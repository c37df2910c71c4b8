global using System.Text.Json.Nodes;
global using System.Text.Json.Serialization;
global using System.Text.Json.Serialization.Metadata;
global using EncodeRows = System.Action<System.Buffers.ArrayBufferWriter<byte>>;
