BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE entries (
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (table_id, number)
)
 WITHOUT ROWID

;
INSERT INTO "entries" VALUES('0906J75PK8T_',0,1794954795565,'{"entry":"opened","city":"berlin","addons":["acceleration"],"seats":[{}],"seed":"352c5695a77cb305f6409c22421da6c57167aca386c388d6a062c99fc9d80a78","invite":"08156912a154feef92c23b5fa97631c2a6f19abb2073ef6742c0abe9acc10989","watch":"4c18dfa6160c8c956ca3b286ed0cb868977789634ce41071db2f5c48f780ef57","host":0}');
INSERT INTO "entries" VALUES('0906J75PK8T_',1,1794954795565,'{"entry":"joined","seat":0,"name":"Ann","key":"2adf537763b3525600b0531ae32e200e8202de7faa609bb87577cfaf227d449b"}');
INSERT INTO "entries" VALUES('0906J75PK8T_',2,1794954796012,'{"entry":"moved","seat":0,"move":"b7-d7"}');
INSERT INTO "entries" VALUES('0906J75PK8T_',3,1794954796014,'{"entry":"moved","seat":0,"move":"f5-f4"}');
INSERT INTO "entries" VALUES('0906J75PK8T_',4,1794954796015,'{"entry":"moved","seat":0,"move":"d7-d8"}');
INSERT INTO "entries" VALUES('0906J75PK8T_',5,1794954796015,'{"entry":"moved","seat":0,"move":"f5-c5"}');
INSERT INTO "entries" VALUES('0906J75PK8T_',6,1794954796016,'{"entry":"moved","seat":0,"move":"f4-c1"}');
INSERT INTO "entries" VALUES('0906J75PK8T_',7,1794954796017,'{"entry":"moved","seat":0,"move":"d8-c9"}');
INSERT INTO "entries" VALUES('0906J75PK8T_',8,1794954796018,'{"entry":"moved","seat":0,"move":"c9-b9"}');
INSERT INTO "entries" VALUES('0906J75PK8T_',9,1794954796019,'{"entry":"moved","seat":0,"move":"c5-b5","ready":false}');
INSERT INTO "entries" VALUES('0906J75PK8T_',10,1794954796020,'{"entry":"took-back","seat":0}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',0,1794954795572,'{"entry":"opened","city":"toy","addons":[],"seats":[{},{}],"seed":"853bfc4e7722089bf0278afefdbd5d579fe770a818a51839f4d4b69c0e3b4b0b","invite":"ce6dab6581457020ab782d3d30fa807771be3fc75ef56c2197d146f91b169b2b","watch":"74afb72e1e58f39dc55d07c6725010d7396af4b8e46f79eb0c7cad03fe690dc2","host":0}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',1,1794954795572,'{"entry":"joined","seat":0,"name":"Ann","key":"0bbea32f44d52557516e86c25053ea7c145b527c000748caf3511ecc17b90e58"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',2,1794954795578,'{"entry":"joined","seat":1,"name":"Ben","key":"c396fe40e265a3c409fce4410423c1931b6e9a240d058fe42de8349753420cde"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',3,1794954796028,'{"entry":"moved","seat":0,"move":"c2-c3"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',4,1794954796029,'{"entry":"moved","seat":1,"move":"b4-a4"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',5,1794954796032,'{"entry":"moved","seat":0,"move":"c2-a2"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',6,1794954796041,'{"entry":"moved","seat":1,"move":"a4-a2"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',7,1794954796042,'{"entry":"moved","seat":0,"move":"c3-b4"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',8,1794954796045,'{"entry":"moved","seat":1,"move":"b4-c3"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',9,1794954796053,'{"entry":"moved","seat":0,"move":"a2-b1"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',10,1794954796057,'{"entry":"moved","seat":1,"move":"a2-b1"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',11,1794954796060,'{"entry":"moved","seat":0,"move":"b1-a1"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',12,1794954796064,'{"entry":"moved","seat":1,"move":"b1-a1"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',13,1794954796069,'{"entry":"moved","seat":0,"move":"b4-a4"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',14,1794954796072,'{"entry":"moved","seat":1,"move":"c3-b3"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',15,1794954796078,'{"entry":"moved","seat":0,"move":"d2-c2"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',16,1794954796083,'{"entry":"moved","seat":1,"move":"d4-c3"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',17,1794954796089,'{"entry":"moved","seat":0,"move":"c2-b1"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',18,1794954796097,'{"entry":"moved","seat":1,"move":"c3-c2"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',19,1794954796100,'{"entry":"moved","seat":0,"move":"b1-d1"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',20,1794954796114,'{"entry":"moved","seat":1,"move":"c2-a2"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',21,1794954796121,'{"entry":"moved","seat":0,"move":"d2-c3"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',22,1794954796124,'{"entry":"moved","seat":1,"move":"d4-e3"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',23,1794954796129,'{"entry":"moved","seat":0,"move":"pass"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',24,1794954796132,'{"entry":"moved","seat":1,"move":"e3-e4"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',25,1794954796137,'{"entry":"moved","seat":0,"move":"c3-b3"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',26,1794954796139,'{"entry":"moved","seat":1,"move":"a2-a1"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',27,1794954796145,'{"entry":"moved","seat":0,"move":"b4-b3"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',28,1794954796148,'{"entry":"moved","seat":1,"move":"c2-b3"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',29,1794954796153,'{"entry":"moved","seat":0,"move":"b3-a4"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',30,1794954796154,'{"entry":"moved","seat":1,"move":"b3-a4"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',31,1794954796155,'{"entry":"moved","seat":0,"move":"a4-a2"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',32,1794954796157,'{"entry":"moved","seat":1,"move":"a4-a5"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',33,1794954796160,'{"entry":"moved","seat":0,"move":"a4-a5"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',34,1794954796164,'{"entry":"moved","seat":1,"move":"c2-b1"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',35,1794954796166,'{"entry":"moved","seat":0,"move":"d4-b4"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',36,1794954796171,'{"entry":"moved","seat":1,"move":"d2-c2"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',37,1794954796174,'{"entry":"moved","seat":0,"move":"d4-c3"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',38,1794954796176,'{"entry":"moved","seat":1,"move":"c2-d1"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',39,1794954796181,'{"entry":"moved","seat":0,"move":"b4-a5"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',40,1794954796184,'{"entry":"moved","seat":1,"move":"d1-b1"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',41,1794954796188,'{"entry":"moved","seat":0,"move":"pass"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',42,1794954796189,'{"entry":"moved","seat":1,"move":"d2-c3"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',43,1794954796190,'{"entry":"moved","seat":0,"move":"a5-c5"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',44,1794954796194,'{"entry":"moved","seat":1,"move":"c3-c5"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',45,1794954796195,'{"entry":"moved","seat":0,"move":"c3-e3"}');
INSERT INTO "entries" VALUES('2df9o-HCcl0x',46,1794954796196,'{"entry":"moved","seat":1,"move":"c5-a5"}');
INSERT INTO "entries" VALUES('_j-Sdm7thCqW',0,1794954795528,'{"entry":"opened","city":"london","addons":["objectives","powers"],"seats":[{},{}],"seed":"b6029709e3c67d905c3c89e2921008641db2ec2a7ac757ae5b137998242553e9","invite":"d01ed96d44dc703d3498c48f4157251f597830a2b3e6404dccc2acdac55848ef","watch":"f7f25d479b48f75a8cfe9f9a485bffd41315c5279858b0f0bfbd904f8d0cb9fc","host":0}');
INSERT INTO "entries" VALUES('_j-Sdm7thCqW',1,1794954795528,'{"entry":"joined","seat":0,"name":"Ann","key":"dea897e6f01271adf272614efb0c7fcd94967cae08c9f5f5efd365fd6293a558"}');
INSERT INTO "entries" VALUES('_j-Sdm7thCqW',2,1794954795536,'{"entry":"joined","seat":1,"name":"Ben","key":"cbf8e55a8172c8fd00116fc26e4653ba5a3f0490064f1a10f1562164a9175332"}');
INSERT INTO "entries" VALUES('_j-Sdm7thCqW',3,1794954795586,'{"entry":"moved","seat":0,"move":"c6-c8"}');
INSERT INTO "entries" VALUES('_j-Sdm7thCqW',4,1794954795587,'{"entry":"moved","seat":1,"move":"h4-h6"}');
INSERT INTO "entries" VALUES('_j-Sdm7thCqW',5,1794954795593,'{"entry":"moved","seat":0,"move":"c6-e4"}');
INSERT INTO "entries" VALUES('_j-Sdm7thCqW',6,1794954795595,'{"entry":"moved","seat":1,"move":"h6-f4"}');
INSERT INTO "entries" VALUES('_j-Sdm7thCqW',7,1794954795600,'{"entry":"moved","seat":0,"move":"e4-d3"}');
INSERT INTO "entries" VALUES('_j-Sdm7thCqW',8,1794954795601,'{"entry":"moved","seat":1,"move":"h4-h1"}');
INSERT INTO "entries" VALUES('_j-Sdm7thCqW',9,1794954795604,'{"entry":"moved","seat":0,"move":"e4-f4"}');
INSERT INTO "entries" VALUES('_j-Sdm7thCqW',10,1794954795608,'{"entry":"moved","seat":1,"move":"h4-g3"}');
INSERT INTO "entries" VALUES('_j-Sdm7thCqW',11,1794954795609,'{"entry":"moved","seat":0,"move":"pass"}');
INSERT INTO "entries" VALUES('_j-Sdm7thCqW',12,1794954795610,'{"entry":"moved","seat":1,"move":"g3-e1"}');
INSERT INTO "entries" VALUES('_j-Sdm7thCqW',13,1794954795616,'{"entry":"moved","seat":0,"move":"d3-c4"}');
INSERT INTO "entries" VALUES('_j-Sdm7thCqW',14,1794954795618,'{"entry":"moved","seat":1,"move":"h4-j2"}');
INSERT INTO "entries" VALUES('_j-Sdm7thCqW',15,1794954795620,'{"entry":"moved","seat":0,"move":"c8-a8","ready":false}');
INSERT INTO "entries" VALUES('_j-Sdm7thCqW',16,1794954795621,'{"entry":"took-back","seat":0}');
INSERT INTO "entries" VALUES('_j-Sdm7thCqW',17,1794954795624,'{"entry":"moved","seat":0,"move":"c8-a8","ready":false}');
INSERT INTO "entries" VALUES('iupvKpm28BNP',0,1794954795552,'{"entry":"opened","city":"paris","addons":["gates"],"seats":[{},{"bot":"greedy"}],"seed":"f719f1498e361d317a0f210ba0d97c1c7606f474a38e956e0fcbdbf1f7086fb2","invite":"f104b33a58c1803afccb03f3e1ca2ae55a11b5c46873ef3da5f44a8a996291a9","watch":"67d1b90c82ccc72ab0959a413569d1989e1e35057eda4bb4745aa90288069929","host":0}');
INSERT INTO "entries" VALUES('iupvKpm28BNP',1,1794954795552,'{"entry":"joined","seat":0,"name":"Ann","key":"81857102f6b4401fd795e9ce5ec38333ad0178ff3f670c766874ca0c6311ab39"}');
INSERT INTO "entries" VALUES('iupvKpm28BNP',2,1794954795648,'{"entry":"moved","seat":0,"move":"c7-c8"}');
INSERT INTO "entries" VALUES('iupvKpm28BNP',3,1794954795985,'{"entry":"moved","seat":1,"move":"h8-h6"}');
INSERT INTO "entries" VALUES('iupvKpm28BNP',4,1794954795988,'{"entry":"moved","seat":0,"move":"c8-d9"}');
INSERT INTO "entries" VALUES('iupvKpm28BNP',5,1794954795989,'{"entry":"moved","seat":1,"move":"h8-i9"}');
INSERT INTO "entries" VALUES('iupvKpm28BNP',6,1794954795991,'{"entry":"moved","seat":0,"move":"c7-e9"}');
INSERT INTO "entries" VALUES('iupvKpm28BNP',7,1794954795992,'{"entry":"moved","seat":1,"move":"i9-e9"}');
INSERT INTO "entries" VALUES('iupvKpm28BNP',8,1794954795993,'{"entry":"moved","seat":0,"move":"e9-f10"}');
INSERT INTO "entries" VALUES('iupvKpm28BNP',9,1794954795994,'{"entry":"moved","seat":1,"move":"e9-c7"}');
INSERT INTO "entries" VALUES('iupvKpm28BNP',10,1794954795995,'{"entry":"moved","seat":0,"move":"f10-g10"}');
INSERT INTO "entries" VALUES('iupvKpm28BNP',11,1794954795996,'{"entry":"moved","seat":1,"move":"h6-j6"}');
INSERT INTO "entries" VALUES('iupvKpm28BNP',12,1794954795997,'{"entry":"moved","seat":0,"move":"d9-b9"}');
INSERT INTO "entries" VALUES('iupvKpm28BNP',13,1794954795998,'{"entry":"moved","seat":1,"move":"j6-j5"}');
INSERT INTO "entries" VALUES('iupvKpm28BNP',14,1794954795999,'{"entry":"moved","seat":0,"move":"b9-a9","ready":false}');
INSERT INTO "entries" VALUES('iupvKpm28BNP',15,1794954796000,'{"entry":"moved","seat":1,"move":"c7-d6"}');
INSERT INTO "entries" VALUES('iupvKpm28BNP',16,1794954796001,'{"entry":"took-back","seat":0}');
CREATE TABLE probes (
	id VARCHAR(32) NOT NULL, 
	filler TEXT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE "tables" (
	id VARCHAR(32) NOT NULL, 
	opened_at BIGINT NOT NULL, 
	phase VARCHAR(16) NOT NULL, 
	listed BOOLEAN NOT NULL, 
	due_at BIGINT, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('_j-Sdm7thCqW',1794954795528,'playing',0,NULL);
INSERT INTO "tables" VALUES('iupvKpm28BNP',1794954795552,'playing',0,NULL);
INSERT INTO "tables" VALUES('0906J75PK8T_',1794954795565,'playing',0,NULL);
INSERT INTO "tables" VALUES('2df9o-HCcl0x',1794954795572,'over',0,NULL);
CREATE INDEX tables_by_phase ON tables (phase, opened_at);
CREATE INDEX tables_by_due ON tables (due_at);
COMMIT;
